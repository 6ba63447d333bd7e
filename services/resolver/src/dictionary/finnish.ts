/** English words for Finnish ones. `dictionaryOf` tells the form. */
export const finnish = `
  how many: montako kuinka_monta monta kuinka_moni montaks lukumäär*
  how much: paljonko kuinka_paljon paljon_maksaa paljonks paljonko_maksaa mitä_maksaa
  what: mikä mitä mikä_on mitä_on mitkä_on mikäs
  which: mikä_niistä minkä mitkä mistä_niistä millä kumpi missä_niistä
  who: kuka ketkä kuka_on kenellä kenet
  whose: kenen keiden
  when: milloin koska millon mihin_aikaan
  where: missä mistä minne mihin
  why: miksi miks minkä_takia
  how: miten kuinka millä_tavalla
  is: onko onks sijaitsee
  are: ovat ovatko
  was: oli olivat oliko ollut
  will: tulee_olemaan tuleeko aikooko
  can: voiko voinko voitko voidaanko voi pystyykö voit saako
  could: voisiko voisitko voisinko voisit voitaisiinko
  should: pitäisi pitäisikö kannattaisiko pitäiskö täytyykö
  has: omaa onko_sillä hänellä_on sillä_on
  does it exist: onko_olemassa löytyykö onko_sellaista onko_siinä onko_tällä
  i need: tarvitsen tarviin tarvitaan tarvitsisin tarvin minun_täytyy
  i want: haluan haluaisin haluun haluamme mä_haluun
  tell me: kerro kertokaa sano kertoisitko kerrotko
  give me: antakaa anna_mulle anna_minulle annappa
  show me: näytä näyttäkää näyttäisitkö näytäs
  check: tarkista tarkasta tsekkaa tarkistaa katso katsokaa
  please: kiitos_etukäteen ole_hyvä ole_kiltti olkaa_hyvä pliis
  know: tiedä tiedätkö tietää tiedät tietääkö tiiätkö
  look up: etsi hae haku selvitä katso_mikä hakea
  price: hinta* hinna* hintaa kurssi kurssin kurssia pörssikurssi*
  worth: arvo arvoinen arvon arvoa arvoltaan arvosta
  cost: maksaa maksavat maksoi maksaako kustantaa hinnoiteltu
  rate: korko koron korkoa vaihtokurssi* valuuttakurssi*
  spot: spottihinta* spottimarkkin* spotti spotissa
  exchange: pörssi pörssissä pörssin pörssit kryptopörssi*
  trading: kaupankäyn* vaihdetaan treidaus* kaupataan noteerataan
  dollars: dollari* dollareissa taalaa taalan
  euros: euroa eurossa euroissa eurot euroina
  funding: rahoitu* rahoitusmaksu*
  perpetual: perpit ikuinen_futuuri perpetuaali* futuuri* jatkuva_sopimus
  long: longi longit longata pitkä_positio
  short: shortti shortit shortata lyhyeksi_myynti lyhyt_positio shortteja
  followers: seuraaj* seuraajia
  following: seurattuja seurattavia seurattavien seurattua
  follow: seurata seuraa seuraan seuraako
  posts: julkaisu* postaus* twiitti* twiittej* postauksia
  account: tili tilin tiliä tilillä tilit tilejä käyttäjätili*
  profile: profiili*
  username: käyttäjänim* käyttäjätunnus* nimimerk* käyttäjätunnu*
  players: pelaaj* pelureita
  playing: pelaa pelaavat pelaamassa pelataan pelaavaa
  people: ihmisiä ihmistä ihmiset henkilöä porukkaa henkilöitä
  online: verkossa linjoilla netissä onlinessa
  game: peli pelin peliä pelissä pelit pelejä
  server: palvelin palvelime* servu serveri*
  active: aktiivi*
  now: nyt nytten
  currently: nykyinen nykyisin tällähetkellä parhaillaan nykyi* nykyään
  today: tänään tänä_päivänä tänää tänpäivänä
  at the moment: tällä_hetkellä tähän_aikaan tämänhetki* tämän_hetken
  right now: juuri_nyt just_nyt tässä_ja_nyt
  live: reaaliaika* reaaliajassa livenä suorana
  token: tokenin tokenia tokenit tokeni tokenilla tokenien
  coin: kolikko kolikon krypto* kryptovaluut* kolikot kolikkoa kolikoita
  wallet: lompak* lompsa
  address: osoite osoitt* osoitetta
  program: ohjelma ohjelman älysopimus* sopimus sopimuksen
  exists: olemassa
  curve: käyrä käyrän käyrä*
  kind: tyyppi tyyppiä laji lainen millainen minkälainen
  private key: yksityinen_avain yksityisen_avaimen yksityisavain* salainen_avain siemenlause*
  executable: suoritettav* ajettava
  owner: omistaj*
  owns: omistaa omistavat omistaako
  belongs: kuuluu kuuluuko kuuluvat
  delegate: delegaat* valtuutettu delegoi* edustaja
  frozen: jäädytet* jäätynyt jäässä lukittu
  freeze: jäädyttä* jäädyty* jäädyttää
  authority: valtuus valtuut* valtuudet auktoriteet* valtuuksia
  mint: mintata minttaus* minttaa lyödä_kolikoita laskea_liikkeelle
  supply: tarjonta tarjonnan kierrossa kokonaistarjonta liikkeellä tokenimäärä
  holders: haltija* haltijat haltijoita hodlaaj*
  concentrated: keskitty* keskittynyt
  safe: turvalli* turvassa luotettava
  risk: riski riskit riskin riskiä riskialtis*
  scam: huijau* huijari* kusetus* kusetusta
  honeypot: hunajapurk*
  trap: ansa ansan loukku
  revoked: peruttu_oikeus kumottu peruutettu mitätöity
  pool: pooli poolin poolissa poolia poolit allas
  reserves: reservi* varanno* varannot
  liquidity: likvidi* likviditeet*
  fee: palkkio siirtomaksu kulu
  fees: palkkiot palkkioita kulut kuluja maksut
  swap: vaihtaa vaihto vaihda vaihdan swappaa swapata vaihtaisin
  receive: saisin saan saanko vastaanottaa saada
  amount: määrä määrän summa summan summaa
  base units: perusyksik* perusyksiköissä lamporttia
  enabled: käytössä päällä kytketty aktivoitu
  paused: tauolla keskeytetty pysäytetty pausella
  sign: allekirjoittaa allekirjoita signata allekirjoittamaan
  signature: allekirjoitus allekirjoituks* allekirjoituksen
  key: avain avaime* avaimen
  upgrade: päivittä* päivity* päivitä
  move: siirtämään liikuttaa siirrellä
  allowed: sallittu sallitaan sallittua luvallista
  permission: lupa luvan oikeus oikeudet oikeuksia käyttöoikeu*
  control: hallita hallinta hallitsee hallinnas* kontrollo*
  balance: saldo saldon saldoa saldot tase
  holds: pitää_hallussa säilyttää hallussa
  contains: sisältää sisältävät sisältääkö
  empty: tyhjä* tyhjä
  left: jäljellä jäänyt jäi
  yesterday: eilen eilis* eilinen
  tomorrow: huomenna huomis* huomenis
  week: viikko viikon viikkoa viikolla viiko* viikk*
  month: kuukau* kuukaude* kuussa
  year: vuosi vuoden vuotta vuonna vuode* vuosia
  ago: sitten
  last: viime viimeisin viimeksi edellinen viimei* edelli*
  next: ensi seuraava seuraavan tuleva ensi_viikolla
  since: lähtien alkaen siitä_asti
  before: ennen aiemmin aikaisemmin
  after: jälkeen myöhemmin
  during: aikana kuluessa
  morning: aamu aamulla aamuna aamun
  night: yöllä yön yönä viime_yö
  monday: maanantai* tiistai* keskiviik* torstai* lauantai* sunnuntai*
  monday: perjantai*
  january: tammikuu* helmikuu* maaliskuu* huhtikuu* toukokuu* kesäkuu* heinäkuu* elokuu* syyskuu* lokakuu* marraskuu*
  january: joulukuu*
  was before: oli_ennen oli_aiemmin maksoi_ennen oli_aikaisemmin
  average: keskimäär* keskiarvo* keskihin*
  maximum: maksimi* enimmäis* enintään
  minimum: vähimmäis* vähintään minimi minimin minimissä minimihinta
  highest: korkein korkeimm* suurin suurimm*
  lowest: matalin alin alimm* pienin matalimm*
  record: ennätys* ennätyks*
  peak: huippu huipun huipussa huippuarvo*
  history: historia historiaa hintahistoria*
  chart: kaavio* käppyrä graafi*
  change: muutos muuttunut muuttui muutoks* muutosta
  percent: prosentt*
  growth: kasvu kasvun kasvua kasvanut
  gained: voittanut ansaitsi saanut_lisää
  lost: menetti menettänyt hävisi tappio tappiota
  fell: laski laskenut putosi pudonnut tippui laskua romahti
  rose: nousi noussut nousua noussu nousee
  volume: volyymi* kaupankäyntimäärä
  market cap: markkina-arvo* markkinaarvo* markkina_arvo
  open interest: avoimet_positiot avoin_korko avoimia_positioita
  ranking: sijoituslista rankkaus* rankingissa
  list: luettelo lista listan luettele listaus*
  all: kaikki kaikkien kaikkia kaikista koko
  total: yhteensä kokonais* kaikkiaan yht
  compare: vertaa vertail* verrata
  difference: erotus eroaa erona eroa
  better: parempi paremp* paremmin
  best: paras parhaat parhain parhaan
  worst: huonoin pahin surkein
  forecast: ennuste ennustee* ennusteet hintaennuste*
  predict: ennusta ennustaa ennustat veikkaa
  expect: odottaa odotat odotett* odotukset odotetaan
  think: luulet ajattelet luuletko uskotko arvelet mitä_mieltä
  opinion: mielipi* mielestäsi mieltä
  recommend: suosittel* suosite*
  advice: neuvo neuvoa neuvoja vinkki vinkkejä
  worth it: kannattaako kannattaa onko_järkeä
  future: tulevaisuu* jatkossa
  buy: ostaa osta ostan ostaisin ostetaan ostaako ostoa
  sell: myydä myyn myisin myydään myynti myy
  send: lähet* lähetä
  transfer: tilisiir* siirto siirrä siirtää siirron
  withdraw: nosta nostaa nosto kotiuttaa
  pay: maksa maksan maksu maksamaan
  delete: poista poistaa poistakaa
  close: sulje sulkea sulkekaa
  stop: lopeta lopettaa pysäytä seis
  cancel: peruuta peruuttaa perua peruutus peruuttaisin
  execute: suorita suorittaa toteuta aja_komento
  create: luoda tee_uusi perusta luokaa
  post it: julkaise postaa twiittaa julkaista
  notify: ilmoita ilmoittaa tiedota
  alert: hälyt* varoit* hälytys
  remind: muistuta* muistutus*
  write: kirjoita* kirjoittaa
  translate: käännä kääntää käännös suomenna
  calculate: laske laskea lasketaan laskelma
  convert: muunna muuntaa muuntaja konvertoi
  explain: selitä selittä* selitys
  means: tarkoittaa tarkoitta* merkitsee
  definition: määritelm*
  works: toimii toimivat toimiiko
  difference between: mitä_eroa_on ero_välillä mikä_ero_on miten_eroaa
  example: esimerk* esim
  learn: oppia opettaa opeta opiskella
  likes: tykkäy* tykkäyksiä tykkäystä
  views: katselu* näyttöker* katsoja*
  subscribers: tilaajia tilaajaa tilaajat tilaaja tilaajamäärä
  comments: komment*
  shares: jakoja jakokertaa uudelleentwiitt* jaot
  messages: viesti viestiä viestejä viestit
  members: jäsen*
  friends: ystäviä ystävää kaverit kavereita ystävät kaveria
  together: yhdessä
  copies: kappaletta kopiota kopioita kpl
  sold: myyty myytiin myynyt myytyä
  reviews: arvostelu* arviota arvioita
  price on steam: hinta_steamissa maksaa_steamissa steam_hinta
  downloads: lataus* latauks* latauksia
  rank: sijoitus sija sijalla sijoituks*
  score: pisteet pisteitä pistemäär* arvosana
  level: taso tason tasolla
  room: tilaa mahtuu kapasiteet*
  transaction: transaktio transaktion tapahtuma tapahtuman siirtotapahtuma
  transactions: transaktiot transaktioita tapahtumia tapahtumat
  hash: hashi hajautusarvo tiiviste
  block: lohko* lohkoketju*
  network: verkko verkon verkkoa
  gas: kaasu kaasumaksu*
  stock: osake osakk* osakkeen
  gold: kulta kullan kultaa
  currency: valuut* valuutta
  inflation: inflaati*
  weather: säätila sääennus* säästä säätä
  news: uutis* uutinen
  bank: pankki pankin pankk* pankissa
  tax: vero veroa verot verotus* veron veroja
  salary: palkka palkan palkkaa palkat
  job: työ työtä työpaik* duuni
  food: ruoka ruokaa ruoan ruuan safka
  movie: elokuva* leffa leffat
  football: jalkapal* futis futista
  president: presidentti presidenti*
  ignore instructions: ohita_ohjeet unohda_ohjeet jätä_huomiotta ohita_kaikki_ohjeet älä_välitä_ohjeista
  forget: unohda unohtaa
  pretend: teeskent* kuvittele esitä_että leiki_että
  reply with: vastaa vastaa_vain vastatkaa
  say that: sano_että kerro_että
  system: järjestelm*
  rules: säännöt sääntöjä sääntö säännöistä
  hello: terve moikka moro hei päivää huomenta heippa
  thanks: kiitos kiitti kiitoksia kiitän
  sorry: anteeksi pahoittelut sori pahoittelen
  friend: ystävä kaveri ystäväni
  boss: pomo pomon esimies johtaja
  customer: asiakas asiakk* asiakkaan
  colleague: kollega työkaver* kollegan
  money: raha rahaa rahat rahan rahoja
  market: markkina markkinat markkinoi* markkinan
  month end: kuun_loppu kuukauden_loppu kuun_lopussa kuun_loppuun kuukauden_lopussa
  invoice: laskun laskut lasku laskuja
  report: raportti raporti* selonteko
  table: taulukko tauluko* taulukon
`;
