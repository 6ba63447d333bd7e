/** English words for Hungarian ones. `dictionaryOf` tells the form. */
export const hungarian = `
  how many: hány hányan mennyien hányat hány_darab hányszor száma létszám
  how much: mennyi mennyit mennyibe_kerül mennyiért mennyibe mennyi_az mennyi_a
  what: mi_az mi_a micsoda mivel mi_ez
  which: melyik melyiket milyen melyek melyiknek miféle
  who: ki_az kicsoda kinek ki_a
  whose: kié kinek_a kiknek
  when: mikor mikortól mikorra
  where: hol hová honnan merre
  why: miért mért
  how: hogyan hogy_lehet miként hogy_kell
  is: található ez_egy
  are: vannak találhatók
  was: voltak volt_a volt_az volt_tegnap
  will: lesz lesznek fognak lenne_majd
  can: lehet tudsz tudok tudod lehet_e tudunk képes tudja tudsz_e
  could: tudnál tudnád tudna lehetne meg_tudnád tudnátok
  should: kellene érdemes_lenne kéne kellene_e
  has: rendelkezik neki_van van_neki
  does it exist: van-e létezik-e van_ilyen van_rajta létezik_e
  i need: szükségem kell_nekem szükségem_van kellene_nekem nekem_kell
  i want: akarok szeretnék szeretném akarom szeretnénk
  tell me: mondd mondja mondd_meg mondj áruld_el mondd_el
  give me: adja_meg add_meg adjál adjon dobd_ide
  show me: mutasd mutass mutassa mutasd_meg
  check: ellenőriz* nézd_meg ellenőrzés csekkold nézz_rá csekkol*
  please: kérlek kérem légyszi légyszíves lécci kérném
  know: tudni ismered ismeri
  look up: keresd keress keresd_meg nézz_utána keresni
  price: ára árát árak árának árfolyam* árfolyama jegyzés*
  worth: érték értéke értékű értékét ennyit_ér
  cost: kerül kerülnek került kerülne költség* kóstál
  rate: ráta rátája rátát kamat* kamatláb* átváltási_árfolyam díjszab*
  spot: azonnali_piac azonnali_ár spotpiac*
  exchange: tőzsde tőzsdén tőzsdé* kriptotőzsd* börze
  trading: kereskednek forog kereskedés* kereskedik jegyzik
  dollars: dolcsi dollárban dollárt dolláros
  euros: euróban eurót
  funding: finanszíroz* fundingot
  perpetual: örökös_határidős lejárat_nélküli határidős perpetuális
  long: longot longol longolni vételi_pozíció
  short: shortot shortol shortolni eladási_pozíció shortok
  followers: követő* követője követőszám*
  following: követett* követettek követ
  follow: követni követem kövesd bekövet*
  posts: bejegyz* posztok posztja poszt posztot posztjai tweetek kiírás*
  account: fiók fiókja fiókot fiókok számlája fiókj*
  profile: profilja profil profilt profilok
  username: felhasznál* felhasználónév becenév nicknév
  players: játékos*
  playing: játszik játszanak játszó játszott
  people: emberek embert személy embere
  online: elérhetők bejelentkezve
  game: játék játékot játékkal játékban játéknak játéké játékok
  server: szerver* kiszolgáló*
  active: aktív* aktívan
  now: mostani mostan most_épp mostanság
  currently: jelenleg* aktuális* jelenlegi pillanatnyi* éppen
  today: ma_este mai a_mai mára
  at the moment: pillanatnyilag jelen_pillanatban ebben_a_pillanatban e_pillanatban
  right now: épp_most éppen_most most_rögtön azonnal
  live: élőben valós_idejű valós_időben
  token: tokenek tokent tokené tokennek tokenje
  coin: érme érmék érmét coint coinok kripto* kriptovalut* kriptopénz*
  wallet: tárca tárcá* tárcám pénztárc* walletem
  address: cím címet címe címek címen címnek lakcím*
  program: programot programnak szerződés okosszerződés* programja
  exists: létezik léteznek létező
  curve: görbe görbé*
  kind: fajta típus típusú fajtája típusa
  private key: privát_kulcs privát_kulcsot titkos_kulcs privátkulcs* magánkulcs*
  executable: végrehajtható* futtatható*
  owner: tulajdonos* tulaj gazdája tulajdonosa
  owns: birtokol* tulajdonolja birtokolja
  belongs: tartozik tartoznak hozzátartozik
  delegate: delegált* meghatalmaz* megbízott
  frozen: befagyaszt* fagyasztott zárolt zárolva befagyott lefagyaszt*
  freeze: fagyaszt* fagyasztás* zárolni zárolás* fagyasztani
  authority: jogosultság* hatóság* felhatalmaz* jogkör*
  mint: mintelni mintelés* pénzverés verni kibocsát* mintel*
  supply: kínálat* készlet* forgalomban_lévő
  holders: birtokos* birtokosok holderek tartók tartója
  concentrated: koncentrál* összpontos*
  safe: biztonság* biztonságos megbízható*
  risk: kockázat* rizikó* rizikós
  scam: átverés* csalás* átvernek lehúzás* csaló kamu
  honeypot: mézesbödön* mézescsupor* mézesmadzag*
  trap: csapda csapdá*
  revoked: visszavon* visszavont megvont*
  pool: poolban poolja poolok poolnak medence
  reserves: tartalék* rezerva
  liquidity: likvidit*
  fee: díja díjat jutalék* díj kezelési_költség
  fees: díjak díjai illeték*
  swap: csere cserél* becserél* swapolni elcserél* beváltan* cserélni
  receive: kapok kapnék kapni kapunk megkapom kapnánk
  amount: összeg* mennyiség*
  base units: alapegység* lamportban lamportot
  enabled: engedélyezve bekapcsolva engedélyezett bekapcsolt
  paused: szünetel* szüneteltetve felfüggeszt* szüneten
  sign: aláírni aláír írd_alá aláírhat
  signature: aláírás*
  key: kulcs kulcsot kulcsa kulcsok kulccsal
  upgrade: frissít* frissítés frissíteni
  move: mozgat* áthelyez* mozdít*
  allowed: szabad megengedett szabad_e lehetséges
  permission: engedély* engedélye jogot joga hozzáfér*
  control: irányít* kontroll* felügyel* uralja
  balance: egyenleg* számlaegyenleg*
  holds: őriz tárol*
  contains: tartalmaz* tartalmazza
  empty: üres üresek üresen
  left: maradt hátravan maradtak
  yesterday: tegnap*
  tomorrow: holnap*
  week: héten hetente heti hetes hete hetek
  month: hónap* havi
  year: évben éves évek évet évvel tavaly
  ago: ezelőtt napja évvel_ezelőtt napokkal_ezelőtt
  last: múlt utolsó legutóbbi előző* legutób*
  next: következő* jövő_heti jövő_hét soron_következő
  since: óta azóta
  before: előtt korábban azelőtt előtte
  after: után utána később
  during: közben alatt során folyamán
  morning: reggel* délelőtt*
  night: éjszaka* éjjel*
  monday: hétfő* kedd kedden keddi szerda szerdá* szerdai csütörtök* szombat* vasárnap*
  monday: péntek*
  january: március* április* május* június* július* augusztus* szeptember* október* novemberben decemberben novemberi
  january: decemberi
  was before: volt_előtte volt_korábban volt_régen került_korábban
  average: átlag* átlagos
  maximum: legfelj* maximális
  minimum: legalább* minimális
  highest: legmagas* legnagyobb*
  lowest: legalacsony* legkisebb* legolcsóbb*
  record: rekord* rekordja csúcsdönt*
  peak: csúcs csúcsa csúcson csúcsot
  history: történet* előzmény* múltbeli
  chart: grafikon* chartja diagramja diagramot
  change: változás* változott változ* váltakoz*
  percent: százalék*
  growth: növeked* növekedés gyarapod*
  gained: nyert szerzett hozott gyarapodott
  lost: vesztett veszített elvesztett* veszteség*
  fell: esett zuhant* csökkent* esés beesett
  rose: emelked* nőtt emelkedett drágult felment
  volume: forgalom forgalma volumen* forgalmat
  market cap: piaci_kapitalizáció piaci_érték kapitalizáció* piaci_értéke
  open interest: nyitott_pozíciók nyitott_kötésállomány nyitott_állomány
  ranking: rangsor* ranglista*
  list: listáz* sorold_fel listája felsorol* lista listát
  all: összes mindegyik mindet mindenki minden valamennyi*
  total: összesen teljes összesít* összesített végösszeg*
  compare: hasonlít* összehason*
  difference: különbség* eltérés*
  better: jobb jobban jobbat
  best: legjobb* legjob
  worst: legrosszabb* legrossz
  forecast: előrejelz* prognózis*
  predict: jósol* jósold megjósol* jósl*
  expect: várható vársz várhat* számíts* várj_el
  think: gondolsz gondolod gondolja szerinted hiszed
  opinion: vélemény* véleményed
  recommend: ajánl* ajánlasz javasol* ajánlod
  advice: tanács* tipp tippet
  worth it: megéri megéri-e érdemes érdemes-e megérné
  future: jövő jövője jövőben jövőbeli
  buy: venni vegyek vásárol* vásárl* veszek megvenni vegyél vennék
  sell: eladni eladás* add_el eladok értékesít* eladnám
  send: küld küldd küldj küldeni küldés* elküld* küldjél
  transfer: átutal* utalás utalj utalni átküld* utald
  withdraw: kivenni kivét* kifizet* felvenni vedd_ki kiutal*
  pay: fizet fizetni fizess fizetek befizet*
  delete: töröl* töröld törlés*
  close: zárd zárja bezár* lezár* csukd
  stop: állítsd állj megállít* hagyd_abba leállít*
  cancel: mondd_le lemond* visszamond* érvénytelenít* sztornó*
  execute: hajtsd_végre végrehajt* futtasd futtat*
  create: hozz_létre létrehoz* készíts csinálj
  post it: posztold tedd_közzé közzétesz* posztolj tweeteld publikál*
  notify: értesít* értesíts szólj
  alert: riaszt* riasztás figyelmeztet* jelezz
  remind: emlékeztet*
  write: írjál írja írni írás írj_egy
  translate: fordítsd fordít* lefordít*
  calculate: számold számol* számítsd kiszámít*
  convert: váltsd átvált* konvertál* átszámít* válts_át
  explain: magyarázd magyaráz* elmagyaráz* fejtsd_ki
  means: jelent jelenti jelentése
  definition: definíció* meghatároz*
  works: működik működnek
  difference between: mi_a_különbség közötti_különbség miben_különbözik különbség_között
  example: példa példá* például
  learn: tanulni tanul* megtanul* taníts
  likes: lájk* kedvelés* lájkot
  views: megtekint* nézettség*
  subscribers: feliratkoz* előfizet*
  comments: hozzászól* komment*
  shares: megosztás* megosztott retweetek
  messages: üzenet*
  members: tagok tagja tagjai tagság* taglétszám
  friends: barátok barátai barátaim ismerősök haverok
  together: együtt összeadva
  copies: példány* másolat*
  sold: eladott eladtak eladva elkelt
  reviews: értékelés* recenzió* kritika kritikák
  price on steam: ára_a_steamen steames_ár kerül_a_steamen steamen_mennyi
  downloads: letölt* letöltés
  rank: helyezés* rangja hanyadik
  score: pontszám* pontok pontja osztályzat*
  level: szint szintje szintű szinten
  room: férőhely* kapacitás* befogad*
  transaction: tranzakció tranzakciót tranzakciója ügylet
  transactions: tranzakciók tranzakciói tranzakciókat
  hash: hasht hashe hashét
  block: blokk* blokklánc*
  network: hálózat*
  gas: gázdíj* gázdíjak gáz
  stock: részvény*
  gold: arany aranyat aranyár*
  currency: deviza devizá* valuta valutá* pénznem*
  inflation: infláció*
  weather: időjárás* időjárás
  news: hírek híreket hírt friss_hírek
  bank: bankot bankok bankban bankszámla*
  tax: adót adózás* adózik adója adózni
  salary: fizetés fizetése fizetésem bérek bére fizum
  job: állást munka munkát munkahely*
  food: étel ételt kaja kaját ennivaló*
  movie: filmet mozi filmek moziban
  football: foci focit futball* labdarúg*
  president: elnök elnöke elnököt miniszterelnök*
  ignore instructions: hagyd_figyelmen_kívül figyelmen_kívül ne_vedd_figyelembe felejtsd_az_utasításokat mellőzd
  forget: felejtsd felejts elfelejt* felejtsd_el
  pretend: tégy_úgy tegyél_úgy színlel* képzeld_el tettesd
  reply with: válaszolj válaszold válaszolj_csak válaszolni
  say that: mondd_hogy mondd_azt írd_azt
  system: rendszer*
  rules: szabály* szabályok
  hello: szia sziasztok szevasz üdv hali csá jó_napot jó_reggelt szeva
  thanks: köszönöm köszi kösz köszike
  sorry: bocsánat bocsi bocs elnézést sajnálom
  friend: barátom barát haver haverom cimbora tesó
  boss: főnök* vezető
  customer: ügyfél* ügyfelek ügyfele* vásárló vevő vevők
  colleague: kolléga* kolleg* munkatárs*
  money: pénz pénzt pénzem zsé pénze
  market: piac piaci piacon piacok
  month end: hónap_vége hónap_végén hónap_végi hóvége hóvégi
  invoice: számla számlát számlák
  report: jelentést jelentés beszámoló* riport* kimutat*
  table: táblázat*
  token account: tokenszámla token_számla tokenfiók
  payer: fizető
  input: bemenet* bemeneti
  output: kimenet* kimeneti
  not: nem nincs nélkül
  or: vagy
  if: hogyha
`;
