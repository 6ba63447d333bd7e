/** English words for Polish ones. `dictionaryOf` tells the form. */
export const polish = `
  how many: ile ilu ilość ilości liczba liczbę ile_jest
  how much: ile_kosztuje ile_kosztują po_ile za_ile ile_stoi ile_warte
  what: czym czego cóż co_to co_to_jest co_jest co_się co_robi
  which: jaki jaka jakie jakim jakiego jakiej który która które którym
  who: kto kogo komu
  whose: czyj czyja czyje czyjego
  when: kiedy
  where: gdzie skąd dokąd
  why: dlaczego czemu po_co
  how: jak w_jaki_sposób
  is: znajduje_się
  are: znajdują_się
  was: był była było były
  will: będzie będą zostanie
  can: może można mogę mogą możesz umiesz
  could: mógłby mógłbyś mogłaby mogłabyś czy_mógłbyś mogliby mógłbym
  should: powinien powinna powinno powinienem należy
  has: mają posiada posiadają
  does it exist: czy_jest czy_istnieje jest_jakiś czy_są czy_ma jest_tam
  i need: potrzebuję potrzeba potrzebny potrzebna potrzebne
  i want: chcę chciałbym chciałabym chcemy
  tell me: powiedz powiedzcie podpowiedz powiesz poinformuj mów
  give me: podaj podajcie daj dajcie dej daj_mi
  show me: pokaż pokażcie wyświetl pokazać pokaz_mi
  check: sprawdź sprawdzić sprawdzisz sprawdzenie zobacz zerknij
  please: proszę poproszę plis
  know: wiesz wiecie wiedzieć wiadomo znasz
  look up: znajdź wyszukaj poszukaj wyszukać odszukaj
  price: cena cenę ceny cenie cenach kurs kursu kursie notowani*
  worth: wart warta warty warte wartość wartości wycenian*
  cost: kosztuje kosztują kosztował* koszt koszty stoi stoją chodzi_po
  rate: stopa stopy stawk* stopę oprocentow* kurs_wymiany
  spot: spotowy spotowa spotowym spotowej kasowy
  exchange: giełda giełdzie giełdy giełdę giełd kantor*
  trading: handlowan* handluje handel notowany notowana handlować
  dollars: dolar* dolców dolce baksów zielonych
  euros: eurosów w_euro ojro
  funding: finansowani* fundingu fundingi
  perpetual: perpy perpów perpetuale wieczyst* bezterminow* kontrakt_wieczysty perpetual_swapa
  long: longa longów longi longować
  short: shorta shortów szorta szorty szort krótka_pozycja
  followers: obserwujących obserwujący obserwator* followersów followersi folołersów fanów śledzących
  following: obserwowanych obserwowani obserwuje obserwowane śledzi
  follow: obserwować zaobserwuj śledzić followować follować
  posts: postów posty wpis* tweetów tweety publikacj*
  account: konto konta kont koncie kontem kontach
  profile: profilu profil profilem profilach
  username: nicku nazwa_użytkownika login_użytkownika nazwy_użytkownika ksywa
  players: gracz* graczy
  playing: gra_teraz grają grających grało gra_aktualnie
  people: ludzi ludzie osób osoby osoba
  online: onlajn zalogowan*
  game: gra gry grze grę gier gierka gierk*
  server: serwer*
  active: aktywn*
  now: teraz
  currently: obecnie aktualn* bieżąc* obecn*
  today: dzisiaj dziś dzisiejsz*
  at the moment: w_tej_chwili w_tym_momencie na_chwilę_obecną na_ten_moment
  right now: właśnie_teraz w_tej_sekundzie teraz_właśnie na_już
  live: na_żywo w_czasie_rzeczywistym
  token: tokena tokenem tokenu tokeny tokenów tokenie tokenach
  coin: moneta monety monet monetę coina coinów coiny coinie kryptowalut* krypto
  wallet: portfel* portfela
  address: adres adresu adresem adresie adresy adresów
  program: programu programem kontraktu kontrakt smart_kontrakt programy
  exists: istnieje istnieją istniał* istnieni*
  curve: krzyw* krzywa
  kind: rodzaj* typ typu typem
  private key: klucz_prywatny klucza_prywatnego prywatny_klucz fraza_seed
  executable: wykonywaln*
  owner: właściciel* posiadacz
  owns: jest_właścicielem włada
  belongs: należy_do należą_do przynależ*
  delegate: delegat delegata delegatem pełnomocnik* delegować
  frozen: zamrożon* zablokowan*
  freeze: zamrozić zamrażani* zamrożenie zamraża zamrozi zamrażać
  authority: uprawnienie władza upoważnien*
  mint: mintować mintowani* mintu minta emitować wybić wybijać
  supply: podaż podaży w_obiegu emisja emisji suplaj
  holders: posiadacze posiadaczy holderów holderzy hodlerów trzymających
  concentrated: skoncentrowan* koncentracj* skupion*
  safe: bezpieczn* zaufan*
  risk: ryzyk* ryzykown*
  scam: oszust* przekręt* scamem scamu wałek ściema
  honeypot: honeypotem honeypota
  trap: pułapk* haczyk
  revoked: odwołan* cofnięt* unieważnion* odebrano
  pool: pula puli pulę poola poolu
  reserves: rezerw*
  liquidity: płynnoś*
  fee: opłata opłatę prowizja prowizję
  fees: opłaty opłat prowizji
  swap: swapa swapować zamiana zamienić wymienić wymiana wymiany zamienię wymienię
  receive: dostanę otrzymam otrzymać dostać dostanie uzyskam
  amount: kwota kwotę kwoty suma sumę
  base units: jednostek_bazowych jednostki_bazowe jednostkach_bazowych lamportów lamporty
  enabled: włączon* aktywowan*
  paused: wstrzyman* zapauzowan* zawieszon* pauza
  sign: podpisać podpisuje podpisz podpisywać podpisze
  signature: podpis podpisu podpisem
  key: klucz klucza klucze kluczem kluczy
  upgrade: zaktualizować ulepszyć aktualizować ulepszeni* aktualizacj*
  move: przenieść ruszyć przemieścić przesunąć ruszać
  allowed: wolno dozwolon* czy_można
  permission: pozwoleni* uprawnienia zezwol* dostęp dostępu
  control: kontrol* zarządza* steruje
  balance: saldo stan_konta bilans*
  holds: trzyma trzymają przechowuj*
  contains: zawiera zawierają
  empty: pusty pusta puste pustk*
  left: zostało pozostało pozostały zostały
  yesterday: wczoraj wczorajsz*
  tomorrow: jutro jutra jutrzejsz*
  week: tydzień tygodni*
  month: miesiąc* miesiącu miesięcy miesięczn*
  year: rok roku lata roczn*
  ago: temu
  last: ostatni* poprzedni* zeszł* ubiegł* miniony
  next: następn* przyszły przyszłym najbliższ* kolejn*
  since: odkąd od_kiedy począwszy_od od_momentu
  before: przedtem wcześniej przed zanim
  after: później potem
  during: podczas w_trakcie w_ciągu
  morning: rano poranek ranek poranka rana
  night: noc nocy nocą
  monday: poniedział* wtorek wtorku wtorki środa środę środy czwart* sobota sobotę soboty niedziel*
  monday: piątek piątku piątki
  january: stycz* luty lutego lutym marzec marca marcu kwiecień kwietni* maju czerwiec czerwca czerwcu lipiec lipca
  january: lipcu sierp* wrzesień wrześni* październik* listopad* grudzień grudni*
  was before: był_wcześniej była_wcześniej było_wcześniej kosztował_wcześniej
  average: średni* przeciętn*
  maximum: maksim* maksymaln* maks
  minimum: minimaln* minimalnie
  highest: najwyżs* największ*
  lowest: najniżs* najmniejs*
  record: rekordow* rekord rekordu rekordy
  peak: szczyt szczytu szczycie szczytow*
  history: historia historię historii
  chart: wykres* wykresu
  change: zmiana zmiany zmianę zmienił* zmieniła
  percent: procent*
  growth: wzrost wzrostu wzrosty przyrost*
  gained: zyskał* zyskał zarobił
  lost: stracił* stratę straty
  fell: spadł* spadek spadku spadki zleciał* spada
  rose: wzrósł wzrosł* urosł* podskoczył* rośnie zdrożał*
  volume: wolumen* obrót obroty obrotu obrotów
  market cap: kapitalizacj* kapitalizacja_rynkowa kapa
  open interest: otwarte_pozycje otwartych_pozycji otwarty_interes
  ranking: rankingu rankingi rankingach
  list: lista listę listy wypisz wymień wylistuj
  all: wszystk* wszysc* cały cała całe
  total: łącznie razem_wszystkich suma_wszystkich ogółem w_sumie całkowit* łączna łączny
  compare: porówn*
  difference: różnic*
  better: lepszy lepiej lepsza lepsze
  best: najleps* najlepiej
  worst: najgors* najgorzej
  forecast: prognoz*
  predict: przewid* przepowied*
  expect: spodziewa* oczekiw* oczekuj*
  think: myślisz sądzisz uważasz myślę
  opinion: opinia opinię twoim_zdaniem zdanie zdaniem
  recommend: polecasz poleć rekomend* zarekomend* polecić polecam
  advice: rada radę porada porady poradź radzisz doradź
  worth it: warto czy_warto opłaca_się ma_sens
  future: przyszłość przyszłości perspektyw*
  buy: kupić kupię kup kupuj* kupno zakup* kupować
  sell: sprzedać sprzedaj sprzedaję sprzedawać sprzedaż sprzedam
  send: wyślij wysłać prześlij przesłać wysyłać
  transfer: przelew* przelać przelej przetransfer* transferu
  withdraw: wypłac* wypłata_środków wypłaty
  pay: zapłac* płacić opłać płatność
  delete: usuń usunąć skasuj skasować
  close: zamknij zamknąć zamknięcie
  stop: zatrzymaj zatrzymać przestań stój
  cancel: anuluj anulow* odwołać
  execute: wykonaj wykonać uruchom uruchomić
  create: utwórz stwórz utworzyć stworzyć załóż zrób
  post it: opublikuj opublikować zapostuj wrzuć wrzucić zatweetuj
  notify: powiadom* zawiadom*
  alert: alertu alarmuj ostrzeż alarmy
  remind: przypomn* przypomin*
  write: napisz napisać pisz napiszesz
  translate: przetłumacz* tłumacz* tłumaczenie
  calculate: oblicz* policz* wylicz*
  convert: przelicz* konwertuj przekonwert* konwersj* zamień
  explain: wyjaśni* wytłumacz* objaśni*
  means: oznacza znaczy
  definition: definicj*
  works: działa działają funkcjonuje
  difference between: różnica_między różnica_pomiędzy czym_się_różni czym_różni_się
  example: przykład* na_przykład
  learn: nauczyć uczyć nauka naucz
  likes: lajk* polubie* polubień serduszek
  views: wyświetle* odsłon*
  subscribers: subskryb* subów suby subskrypcj*
  comments: komentarz*
  shares: udostępn* retweetów podań_dalej reposty
  messages: wiadomości wiadomość
  members: członk* uczestnik*
  friends: znajomych znajomi przyjaciół przyjaciele kumple
  together: razem wspólnie łącznie_razem
  copies: kopii egzemplarz* kopie sztuk
  sold: sprzedan* sprzedało
  reviews: recenzj* opinii_graczy ocen_graczy
  price on steam: cena_na_steamie cena_na_steam na_steamie_kosztuje ile_na_steamie
  downloads: pobrań pobrania ściągnię*
  rank: ranga miejsce pozycja miejscu
  score: ocena ocenę oceny punktów punkty wynik wyniku
  level: poziom* lvl
  room: pojemnoś* pomieści mieści_się
  transaction: transakcja transakcję transakcji
  transactions: transakcjach transakcjami
  hash: hasza haszu hasz skrót_transakcji
  block: blok bloku bloki bloków blokchain*
  network: sieć sieci siecią
  gas: gazu
  stock: akcje akcji akcja spółk*
  gold: złoto złota złocie
  currency: walut* waluty
  inflation: inflacj*
  weather: pogoda pogodę pogody pogodzie
  news: wiadomości_ze_świata newsy newsów aktualności nowości
  bank: banku bankiem banki banków
  tax: podatek podatk*
  salary: pensja pensję pensji wypłata zarobki wynagrodz* zarabia
  job: praca pracę pracy robota robotę
  food: jedzenie jedzenia żarcie obiad
  movie: filmu filmy kino
  football: piłka_nożna piłki_nożnej piłk* futbol
  president: prezydent*
  ignore instructions: zignoruj ignoruj zignoruj_instrukcje ignoruj_instrukcje ignoruj_polecenia zignoruj_polecenia
  forget: zapomnij zapomnieć
  pretend: udawaj udawać wyobraź_sobie udaj
  reply with: odpowiedz odpowiadaj odpisz odpowiedz_słowem
  say that: powiedz_że napisz_że
  system: systemu systemie systemow*
  rules: zasady zasad reguły reguł regulamin*
  hello: cześć siema siemka hejka dzień_dobry witam witaj dobry_wieczór
  thanks: dzięki dziękuję dziękować dzięks
  sorry: przepraszam wybacz sorki sory sorka
  friend: przyjaciel kumpel ziom ziomek znajomy
  boss: szef* przełożony kierownik*
  customer: klient* klienta
  colleague: koleżank* współpracownik* kolega koledzy kolegi
  money: pieniądz* pieniedz* pieniędzy kasa kasę kasy forsa hajs środków
  market: rynek rynku rynkow*
  month end: koniec_miesiąca końcu_miesiąca końca_miesiąca
  invoice: faktur* rachunek rachunku
  report: raport* sprawozd*
  table: tabela tabelę tabeli tabelk* tabel
  token account: konto_tokenowe konta_tokenowego koncie_tokenowym konto_tokenów
  payer: płatnik płatnika
  input: wejście wejściowe konto_wejściowe
  output: wyjście wyjściowe konto_wyjściowe
  not: nie bez
  or: albo lub
  if: jeśli czy
`;
