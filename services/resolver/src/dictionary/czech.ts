/** English words for Czech ones. `dictionaryOf` tells the form. */
export const czech = `
  how many: kolik kolika kolikrát počet počtu kolik_je
  how much: kolik_stojí za_kolik kolik_to_stojí po_kolika kolik_hodí
  what: čeho čemu co_je co_to_je copak
  which: jaký jaká jaké jakou jakého jakém který která které kterou kterým jakej
  who: kdo koho komu kdo_je
  whose: komu_patří
  when: kdy odkdy
  where: kde kam odkud kde_je
  why: proč nač
  how: jak jakým_způsobem
  is: nachází_se je_to je_ten
  are: jsou nachází
  was: byl byla bylo byly
  will: bude budou
  can: může můžu můžeš mohu mohou lze umíš dá_se
  could: mohl mohla mohl_bys mohli_byste nemohl_bys šlo_by
  should: měl_bych měl_by měla_by má_se mělo_by musí
  has: mají má_účet kolik_má
  does it exist: existuje_nějaký je_nějaký je_tam má_to existuje_vůbec
  i need: potřebuju potřebuji potřeba potřebujeme
  i want: chci chtěl_bych chtěla_bych chceme
  tell me: řekni řekněte pověz prozraď sděl
  give me: dej dejte dej_mi hoď_sem
  show me: ukaž ukažte zobraz zobrazit
  check: zkontrol* ověřit prověř mrkni koukni
  please: prosím prosímtě
  know: víš víte vědět znáš
  look up: najdi vyhledej zjisti najděte podívej vyhledat
  price: cena cenu ceny ceně cenou kurz kurzu kurs kurzem
  worth: hodnota hodnotu hodnoty hodnotě cenný
  cost: stojí stálo stála vyjde
  rate: sazb* úroková_sazba směnný_kurz
  spot: spotový spotová spotové spotu spotovém
  exchange: burza burze burzu burzy směnárn*
  trading: obchodu* obchodován* obchod obchoduje
  dollars: dolar* dolarů
  euros: eurech
  funding: financov* fundingu fundingov*
  perpetual: perpy perpů trvalý_kontrakt
  long: longu longy longovat dlouhá_pozice
  short: shortu shortovat krátká_pozice
  followers: sledujících sledující followerů followeři folouvrů fanoušk*
  following: sledovaných sleduje sledovaní sledované
  follow: sledovat sleduj followovat
  posts: příspěvk* příspěvků příspěvek tweetů tweety postů
  account: účet účtu účty účtem
  profile: profily profilem profil profilu
  username: uživatelské_jméno uživatelského_jména přezdívk* nicku
  players: hráč* hráčů
  playing: hraje hrají hrajou hrajících hrálo
  people: lidí lidé lidmi
  online: onlajn připojen*
  game: hra hru hry hře hrách
  server: serveru servery serverech
  active: aktivní aktivních aktivně
  now: teď nyní
  currently: aktuáln* současn* momentáln* právě
  today: dnes dneska dnešní dnešk*
  at the moment: v_tuto_chvíli v_tomto_okamžiku v_této_chvíli v_daném_okamžiku
  right now: právě_teď právě_nyní zrovna_teď hned_teď
  live: živě naživo v_reálném_čase
  token: tokenu tokeny tokenem
  coin: minci coinu kryptoměn* mincích
  wallet: peněženk* walletka
  address: adresa adresu adresy adrese adresou
  program: programu programem kontrakt kontraktu chytrý_kontrakt
  exists: existuje existují existoval*
  curve: křivka křivky křivku křivce
  kind: typu druh druhu typ
  private key: soukromý_klíč privátní_klíč soukromého_klíče privátního_klíče
  executable: spustiteln*
  owner: vlastník* majitel* vlastnik
  owns: vlastní
  belongs: patří náleží
  delegate: delegovat delegovan* delegátem delegáta
  frozen: zmrazen* zablokovan* zamrzlý
  freeze: zmrazit zmražení mrazit zamrazit
  authority: oprávnění autorita autoritu autority pravomoc*
  mint: mintovat mintu mintování razit ražba ražby
  supply: nabídk* zásoba_tokenů v_oběhu emise množství_v_oběhu
  holders: držitel* držitelů holderů holdeři
  concentrated: koncentrov* soustřed* koncentrac*
  safe: bezpečn* spolehliv*
  risk: riziko rizika rizik rizikov* riskantní
  scam: podvod* podvodník scamem podfuk
  honeypot: honeypotu honeypotem
  trap: léčka pastička
  revoked: odvolán* odebrán* zrušena_práva revokován* odvoláno
  pool: poolu pooly bazén*
  reserves: rezerv*
  liquidity: likvidit*
  fee: poplatek poplatku
  fees: poplatky poplatcích
  swap: swapu swapnout prohodit výměna výměny vyměnit směna vyměním směnit
  receive: dostanu dostane obdržím obdržet dostat získám
  amount: částka částku částky množství
  base units: základních_jednotkách základních_jednotek základní_jednotky lamportů lamporty
  enabled: povolen* zapnut* aktivován*
  paused: pozastaven* pozastavený pauza
  sign: podepsat podepíše podepisovat podepisuje podepiš
  signature: podpis podpisu podpisem
  key: klíč klíče klíčem klíčů
  upgrade: upgradovat vylepšit aktualizovat aktualizac*
  move: přesunout přesouvat hýbat pohnout
  allowed: dovolen* smí smím
  permission: svolení povolení oprávněný přístup přístupu
  control: kontrolu ovládá ovládat řídí
  balance: zůstat* zůstatek bilanc*
  holds: drží
  contains: obsahuje obsahují
  empty: prázdn*
  left: zbývá zbylo zbývají
  yesterday: včera včerejš*
  tomorrow: zítra zítřej*
  week: týden týdne týdny týdnů
  month: měsíc*
  year: rok roku roky letech ročn*
  ago: před_rokem před_týdnem před_měsícem před_hodinou nazpět
  last: minul* posledn* předchoz* loni loňsk*
  next: příští další následujíc* nadcházej*
  since: od_té_doby počínaje od_doby
  before: předtím před dřív
  after: potom později
  during: během v_průběhu
  morning: ráno rána dopoled*
  night: noc noci
  monday: ponděl* úterý úterní středa středu středy čtvrt* sobota sobotu soboty neděle neděli
  monday: pátek pátku pátky
  january: leden ledna lednu únor února únoru březen března březnu duben dubna dubnu květen května květnu červen června
  january: červnu červenec července červenci srpen srpna srpnu září říjen října říjnu listopad* prosinec prosince
  january: prosinci
  was before: byl_předtím byla_předtím bylo_předtím stál_dříve
  average: průměr*
  maximum: maximáln* maximem maximu
  minimum: minimáln* minimem
  highest: nejvyšš* největš*
  lowest: nejnižš* nejniz* nejmenš*
  record: rekordu rekordní rekordy rekord
  peak: vrchol* špičk*
  history: historie historii
  chart: grafu grafy graf
  change: změna změnu změny změnil* změnila
  percent: procent* procenta
  growth: růstu nárůst*
  gained: získal* přibral
  lost: ztratil* ztráta ztrátu
  fell: klesl* spadl* propadl* pokles* klesá
  rose: vzrostl* stoupl* vyrostl* zdražil* narostl* roste
  volume: objem objemu objemy
  market cap: kapitalizac* tržní_kapitalizace
  open interest: otevřené_pozice otevřených_pozic otevřený_zájem
  ranking: žebříč* pořadí
  list: seznam seznamu výpis vyjmenuj
  all: všechn* všech* všichni vsechny celý
  total: celkem celkov* dohromady_celkem součet úhrn*
  compare: porovn* srovn*
  difference: rozdíl*
  better: lepší lépe
  best: nejlepš* nejlíp
  worst: nejhorš* nejhur*
  forecast: předpověď předpovědi prognóza prognózu predikce predikci
  predict: předpově* předpovíd* odhadni
  expect: očekáv*
  think: myslíš myslíte soudíš
  opinion: názor* podle_tebe podle_vás mínění
  recommend: doporuč*
  advice: rada radu rady poraď radíš
  worth it: vyplatí_se má_cenu má_smysl stojí_za_to
  future: budoucn* vyhlídk*
  buy: koupit kup koupím koupi kupovat nákup* nakoupit
  sell: prodat prodej prodám prodávat prodejem
  send: pošli poslat odeslat odešli zašli
  transfer: převod* převést převeď prevod
  withdraw: vybrat výběr výběru vyplatit
  pay: zaplat* platit platba platbu uhradit
  delete: smaž smazat vymaž vymazat odstra*
  close: zavři zavřít uzavři uzavřít
  stop: zastav zastavit přestaň dost
  cancel: zruš zrušit zrušení
  execute: spusť spustit proveď provést vykonej
  create: vytvoř vytvořit založ založit
  post it: zveřejni* publikuj tweetni postni zapostuj
  notify: upozorni* oznam informuj_mě
  alert: upozorněn* varov*
  remind: připome* připomín*
  write: napiš napsat piš
  translate: přelož* překlad* přeložit
  calculate: spočít* vypočít* výpočet
  convert: převeď_na převést_na přepočítej přepočet* konvertovat
  explain: vysvětl* objasni
  means: znamená
  definition: definice definici
  works: funguje fungují pracuje
  difference between: rozdíl_mezi čím_se_liší jak_se_liší
  example: příklad* například
  learn: naučit učit nauč naučím
  likes: lajk* lajků srdíčk*
  views: zhlédn* shlédn* zobrazen* zhlednu*
  subscribers: odběratel* předplatit*
  comments: komentář*
  shares: sdílen* retweetů repostů
  messages: zpráv zprávy zpráva zprávu
  members: členů členové
  friends: přátel přátelé kamarádi kamarádů
  together: dohromady společně spolu
  copies: kopií kopie výtisk*
  sold: prodan* prodáno
  reviews: recenz* hodnocen*
  price on steam: cena_na_steamu cena_na_steam kolik_na_steamu
  downloads: stažen* stahov* stáhl*
  rank: hodnost umístě* místo
  score: skóre bodů známk*
  level: úroveň úrovně úrovni
  room: kapacit* vejde_se
  transaction: transakce transakci
  hash: haše hashe hashi
  block: bloku bloky blok
  network: síti
  gas: plyn plynu
  stock: akcie akcii
  gold: zlato zlata zlatě
  currency: měna měny měně valut*
  inflation: inflac* inflaci
  weather: počas* pocasi
  news: novinky zprávy_ze_světa novinek zpravodaj*
  bank: banka banky banku bance
  tax: daně daní zdanit zdanění
  salary: mzda mzdu výplata výplatu platu
  job: práce práci zaměstn*
  food: jídlo jídla oběd
  movie: filmu filmy kino
  football: fotbal* kopaná
  president: prezident*
  ignore instructions: ignoruj ignoruj_pokyny ignoruj_instrukce ignoruj_předchozí_pokyny nevšímej_si_pokynů
  forget: zapomeň zapomenout
  pretend: předstír* představ_si hraj_si_na
  reply with: odpověz odpovídej odepiš
  say that: řekni_že napiš_že
  system: systému systémový systémem
  rules: pravidl*
  hello: ahoj ahojky čau nazdar dobrý_den zdravím dobré_ráno zdar
  thanks: děkuji děkuju díky dík
  sorry: promiň promiňte omlouvám omluv
  friend: kamarád* přítel příteli kámo kamoš*
  boss: sef nadřízen* šéfa šéfe
  customer: zákazník* klient*
  colleague: kolega kolegy kolegyn* kolegu spolupracovn*
  money: peníze peněz prachy peněžní
  market: trh trhu trhem tržní
  month end: konec_měsíce konci_měsíce konce_měsíce
  invoice: faktur*
  report: zpráva_o reportu hlášení výkaz*
  table: tabulk*
  token account: tokenový_účet tokenového_účtu tokenovém_účtu
  payer: plátce
  input: vstup vstupní
  output: výstup výstupní
  not: není bez
  or: nebo
  if: jestli pokud
`;
