/** English words for Swedish, Danish and Norwegian ones. `dictionaryOf` tells the form. */
export const scandinavian = `
  how many: hur_många hvor_mange antal antall antalet antallet hvormange
  how much: hur_mycket hvor_mye hvor_meget vad_kostar hva_koster hvad_koster vad_ligger_på
  what: vad vad_är hva hvad hva_er hvad_er
  which: vilken vilket vilka hvilken hvilket hvilke
  who: vem vilka_är hvem
  whose: vems hvem_sin
  when: när hvornår
  where: var_är var_finns hvor_er hvor_ligger var_kan
  why: varför hvorfor
  how: hur hvordan hvorledes
  is: er_det_en ligger befinner
  are: är_det er_det
  was: blev ble
  will: kommer_att kommer_til skal vil ska
  can: kan kan_man går_det
  could: kunde kunne skulle_kunna
  should: borde bör burde bør_jeg ska_jag skal_jeg
  has: har har_den besitter
  does it exist: finns finns_det finnes finnes_det findes findes_der finns_den fins
  i need: jag_behöver behöver jeg_trenger trenger jeg_behøver jeg_skal_bruge har_brug_for
  i want: jag_vill vill_ha jeg_vil jeg_vil_ha jeg_vil_have jag_skulle_vilja ønsker
  tell me: berätta säg_mig fortell fortæl fortel sig_mig si_meg berätta_för_mig
  give me: ge_mig gi_meg giv_mig ge_oss
  show me: visa visa_mig vis_meg vis_mig
  check: kolla kontrollera sjekk sjekke tjek tjekke kolla_upp tsjekk
  please: snälla vänligen tack_på_förhand vær_så_snill venligst vennligst vær_så_venlig
  know: veta vet_du vite ved_du känner_du
  look up: slå_upp leta_upp slå_op finn_ut find_ud hitta leta sök_upp
  price: pris priset priser prisen prisene priserne kurs kursen kurser aktiekurs*
  worth: värd värt värde värdet verdt verdi verdien værd værdi værdien
  cost: kostar kosta koster koste kostnad* kostade kostede
  rate: ränta räntan rente renten rentesats* växelkurs* valutakurs* vekslingskurs* satsen räntesats*
  spot: spotmarknad* spotpris* spotmarked*
  exchange: børs* bors handelsplats* kryptobörs* växlingsplats* börsen børser
  trading: handlas omsätts handlar_för handelen handeln
  dollars: dollarn dollaren dollarene
  euros: eurot euroen euron
  funding: finansiering* fundingen
  perpetual: perpen perpar evighetskontrakt* terminskontrakt*
  long: lange långa longen långt_köp
  short: kort_position blanka shorta shorte korta blankning
  followers: följare följarna följarantal* följere følgere følgerne følgjere
  following: följer følger följer_konto
  follow: följa følge följ
  posts: inlägg inlägget inläggen innlegg opslag opslaget tweetar
  account: konto kontot kontoen konton kontoer kontoene kontoens
  profile: profil profilen
  username: användarnamn* brukernavn* brugernavn* användare brukere brugere
  players: spelare spelarna spillere spillerne spelarantal* gamere
  playing: spelar spiller spelas spilles
  people: människor personer mennesker folket
  online: uppkopplad* inloggad* pålogget pålogga på_nätet
  game: spelet spel spillet spelets spil
  server: servern servrar servere serveren serverne
  active: aktiv aktiva aktivt aktive
  currently: nuvarande nåværende nuværende aktuell aktuellt aktuelle aktuel aktuelt
  today: idag i_dag dagens idags
  at the moment: för_tillfället för_närvarande for_øyeblikket for_tiden i_øjeblikket just_för_stunden
  at the moment: på_nåværende_tidspunkt
  right now: just_nu akkurat_nå lige_nu nettopp_nå lige_nu_her
  live: i_realtid i_sanntid direktesendt i_direktsändning
  token: tokenen tokenet tokenets tokener
  coin: mynt myntet mynten mynter mønt mønten mønter kryptovaluta* krypto
  wallet: plånbok* planbok lommebok* lommebog* tegnebog* pung plånböck*
  address: adress adressen adresser adressens adresse adressa
  program: programmet kontrakt kontraktet kontrakten smartkontrakt*
  exists: existerar eksisterer existera eksistere
  curve: kurva kurvan kurve kurven
  kind: slags typ typen typer
  private key: privat_nyckel privata_nyckeln privat_nøkkel private_nøkkelen privat_nøgle private_nøgle seedfras*
  executable: körbar* kjørbar* eksekverbar* exekverbar*
  owner: ägare* eier eieren ejer ejeren agare ägaren
  owns: äger eide ejes eies ägs
  belongs: tillhör* tilhører* hör_till tilhør*
  delegate: delegat delegerad delegert delegeret ombud*
  frozen: fryst frusen frosset frossen frusna fryste spärrad*
  freeze: frysa fryse frys fryser frysning*
  authority: behörighet* myndighet* befogenhet* fullmakt* autoritet* bemyndigelse*
  mint: prägla präglas minta minte prege utfärda myntning*
  supply: utbud* tilbud forsyning* forsyning tillgång* omlopp omløp omløb tokenmängd*
  holders: innehavare* ihændehaver* holdere holderne indehaver* innehaver*
  concentrated: koncentrerad* koncentreret konsentrert* koncentration konsentrasjon
  safe: säker säkert säkra sikker sikkert trygg tryggt trygt tryg
  risk: risken riskabel* risiko* riskabelt risikabel*
  scam: bedrägeri* lureri svindel* svindl* skojare lurendrejeri fuskeri bluffen
  honeypot: honungsfälla* honningfelle* honningfælde* honungsburk*
  trap: fälla fällan felle fælde fellen fælden
  revoked: återkalla* återkallad tilbakekalt* tilbagekaldt* indragen inndratt återkallats
  pool: poolen pooler poolens poolerna
  reserves: reserver reservene reserverne reserven
  liquidity: likvidit*
  fee: avgift avgiften gebyr gebyret gebyrer
  fees: avgifter avgifterna avgifterne gebyrene gebyrerne
  swap: byta växla veksle bytte swappa swappe bytter växlar ombytte
  receive: få_ut får_jag få_tillbaka får_jeg motta modtage modtager mottar erhålla
  amount: belopp beløp beløb summa summan mängd mengde mængde
  base units: basenheter grunnenheter grundenheder basisenheter lamporter
  enabled: aktiverad* aktivert aktiveret påslagen slått_på slået_til
  paused: pausad pausat pauset satt_på_pause sat_på_pause
  sign: signera signere underskriva underskrive signerar skriva_under skrive_under
  signature: signatur signaturen signaturer underskrift* namnteckning*
  key: nyckel nyckeln nøkkel nøkkelen nøgle nøglen nycklar
  upgrade: uppgradera* oppgradere* opgradere* uppdatera* oppdatere* opdatere*
  move: flytta flytte flyttar flytter
  allowed: tillåtet tillåten tillatt tilladt lov_till får_man
  permission: tillåtelse* tilladelse* rättighet* rettighet* tillstånd* adgang
  control: kontroll kontrollerar kontrollerer kontrollen styr styrer kontrol
  balance: saldo saldot saldoen balans* balansen
  holds: innehåller_tokens innehar håller besidder
  contains: innehåller inneholder indeholder rymmer
  empty: tomt tomma tomme
  left: kvar igjen tilbage återstår gjenstår resterande
  yesterday: igår i_går gårdagens
  tomorrow: imorgon i_morgon i_morgen imorgen imorrn morgondagens
  week: vecka veckan veckor veckans uke uken uka uker uge ugen uger
  month: månad* måned*
  year: året årets år_sedan i_år ett_år et_år förra_året i_fjor
  ago: för_sedan dagar_sedan för_länge_sedan dager_siden dage_siden timmar_sedan siden
  last: förra senaste sista forrige sidste siste föregående seneste
  next: nästa neste næste kommande kommende nästkommande
  since: sedan_dess siden_da ända_sedan
  before: innan tidigare tidligere inden
  after: efter etter efterpå etterpå efteråt
  during: under_tiden medan løpet_av løbet_af
  morning: morgon morgonen morgenen i_morse morges förmiddag*
  night: natten nattens inatt natta i_natt
  monday: måndag* tisdag* tirsdag* onsdag* torsdag* lördag* söndag*
  monday: fredag*
  january: januari januar februari februar marts maj juni juli augusti oktober desember
  was before: var_tidigare var_innan var_før kostade_innan lå_på_tidligere
  average: genomsnitt* gjennomsnitt* gennemsnit* medel medelvärde* medelpris* snittet snitt
  maximum: maximalt maksimum* maksimal* högsta_möjliga
  minimum: minimalt mindst* minst*
  highest: högsta högst høyeste høyest højeste højest
  lowest: lägsta lägst laveste lavest
  record: rekord rekordet rekordhög* rekordh*
  peak: toppen toppnotering* topp toppunkt*
  history: historik* historia historien historie historikken
  chart: diagrammet grafen graf
  change: förändr* ändring* endring* ændring* ändrats endret ændret
  percent: procent prosent
  growth: tillväxt* vekst veksten vækst væksten ökning* tillvaxt
  gained: tjänade vunnit vant tjente
  lost: förlora* tapt tapte tabt tabte förlust*
  fell: föll fallit sjönk sjunkit falt faldt falder sunket
  rose: steg stigit stiger gått_upp gått_opp steget stiget gick_upp gikk_opp
  volume: volym* volum volumet omsättning* omsetning* omsætning*
  market cap: börsvärde* börsvärdet markedsverdi* markedsværdi* marknadsvärde* børsverdi* børsværdi*
  open interest: öppna_positioner åpne_posisjoner åbne_positioner öppet_intresse
  ranking: rankning* rangering* rankingen topplista* toppliste*
  list: lista listan liste räkna_upp listor
  all: alla alle allt alt_sammen allihop samtliga samtlige
  total: totalt sammanlagt totalen sammenlagt tilsammans totale
  compare: jämför* sammenlign*
  difference: skillnad* forskjell* forskel* forskellen
  better: bättre bedre
  best: bäst bästa bedst beste bedste
  worst: sämst* sämsta verst verste værst* dårligst* dårligste
  forecast: prognos prognosen prognose prognosene
  predict: förutse förutsäg* forutsi* forudsig*
  expect: förvänt* forvent* vente_seg
  think: tror tycker synes tänker tenker tänka
  opinion: åsikt* mening meninger åsikten holdning din_syn
  recommend: rekommend* anbefal* rekommender*
  advice: rådet rådgivning* rådgivn* rådene
  worth it: värt_det lönar_det_sig verdt_det det_værd lønner_det_seg kan_betale_sig
  future: framtid* fremtid*
  buy: köpa köp köper kjøpe kjøp kjøper købe køb køber inköp*
  sell: sälja sälj säljer selge selg selger sælge sælg sælger
  send: skicka sända sende sendt skickar sender_du
  transfer: överför* överföring*
  withdraw: ta_ut uttag* uttaget uttak* udbetal* hæve ta_ut_pengar utbetal*
  pay: betala betalar betale betaler betalning*
  delete: radera ta_bort slett slette slet slettet radere
  close: stänga stäng lukke lukk luk stänger
  stop: stoppa stoppe sluta slutte stopp
  cancel: avbryt* avboka avbestill* annuller* afbryd* avlys* makulera
  execute: utför utföra utføre udføre udfør kör_igång köra eksekver*
  create: skapa skapar opprett* opret oprette skabe lage
  post it: publicera* publiser* lägg_upp legg_ut læg_op posta offentliggør*
  notify: meddela underrätta varsle giv_besked ge_besked notifiera* gi_beskjed
  alert: larma varning* varsel varsling* larm advar*
  remind: påminn* påmind* minna_mig mind_mig
  write: skriv skriva skrive skriver
  translate: översätt* oversett* oversæt* oversatt
  calculate: beräkna* beregn* räkna_ut regn_ut udregn* rakna
  convert: omvandla* konverter* omregn* omräkna* räkna_om gjør_om
  explain: förklara* forklar* förklaring*
  means: betyder betyr innebär innebærer
  definition: definitionen definisjon*
  works: fungerar funkar fungerer virker funker
  difference between: skillnad_mellan skillnaden_mellan forskjellen_på forskjellen_mellom forskel_på forskellen_mellem
  difference between: forskellen_på
  example: exempel* eksempel* till_exempel
  learn: lära lære lär_mig lære_meg
  likes: gillamarkering* gillningar gilla gillar gilla_markeringar liker_innlegget hjärtan
  views: visningar visninger visning visningen avspilling*
  subscribers: prenumerant* abonnent* abonnenter
  comments: kommentar* kommentarer
  shares: delningar delinger delt delad delades retweetar
  messages: meddelande* besked* beskeder meldinger meldingen meldingar
  members: medlem*
  friends: vänner vännerna venner vennene vennerne kompisar kamerater
  together: tillsammans sammen ihop
  copies: eksemplar* kopior kopier exemplaret exemplaren
  sold: sålda såld solgt solgte
  reviews: omtal* anmeldels* omdömen anmeldelser recensioner recensionen
  price on steam: pris_på_steam pris_steam kostar_på_steam koster_på_steam
  downloads: nedladdning* nedlasting* nerladdning* lastet_ned
  rank: placering* plats_i_listan plassering*
  score: poäng* poeng* betyg* karakter*
  level: nivå* niveau niveauet
  room: utrymme* kapacitet* kapasitet*
  transaction: transaktion transaktionen transaksjon transaksjonen
  transactions: transaktioner transaktionerna transaksjoner transaksjonene transaktionerne
  hash: hashen hasch hashverdi hashvärde*
  block: blocket blokk blokken blok blokke blokker
  network: nätverk* nettverk* netværk*
  gas: gasen gassen gassavgift* gasavgift*
  stock: aktie aktien aktier aktierna aksje aksjen aksjer aksjene aktierne
  gold: guld guldet gullet guldpris* gullpris*
  currency: valuta valutan valutaen valutor valutaer valutans
  inflation: inflationen inflasjon*
  weather: väder* vädret været vejret vejr* værmelding*
  news: nyheter nyhet nyheder nyhetene nyhederne
  bank: banken bankerna bankene
  tax: skatt* skat skatten skatter
  salary: lønn løn lønnen lønnin* inkomst* lönen
  job: jobbet jobber arbete arbeid arbejde jobben
  food: maten middag* frokost lunsj
  movie: filmen filmer biofilm bion
  football: fotboll* fotball* fodbold*
  president: presidenten præsident*
  ignore instructions: ignorera ignorer ignorera_instruktioner ignorer_instruksjoner ignorer_instruktioner
  ignore instructions: ignorera_alla_instruktioner ignorer_alle_instrukser
  forget: glöm glömma glem glemme
  pretend: låtsas lad_som låt_oss_säga late_som forestill_deg föreställ_dig
  reply with: svara svar_med svara_med svara_bara svar_bare
  say that: säg_att si_at sig_at skriv_att
  system: systemet systemprompt* systemets
  rules: regler reglerna reglene reglerne
  hello: hej hejsan tjena tjenare halloj heisann god_dag hallå hallo goddag god_morgon god_morgen
  thanks: tack_så_mycket tackar takk takker tusen_takk tusind_tak mange_tak tak_for tack_för
  sorry: förlåt ursäkta beklager unnskyld undskyld beklagar ursäkt
  friend: vännen vennen kompis* kamrat* polare
  boss: chefen sjef* sjefen sjefens
  customer: kund kunden kunder kundene kunderne
  colleague: kollega* kolleg* kollegor
  money: pengar pengarna penger pengene penge stålar kosing
  market: marknad* markedet markeder markeds markedene
  month end: månadsskifte* månedsslut* månedsskifte* slutet_av_månaden slutten_av_måneden slutningen_af_måneden
  invoice: faktura*
  report: rapporten rapporter rapporterna
  table: tabell* tabel tabellen
  token account: tokenkonto tokenkontot
  payer: betalare
  input: ingång
  output: utgång
  not: inte ikke utan
  or: eller
  if: ifall
`;
