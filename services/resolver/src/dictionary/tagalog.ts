/** English words for Tagalog ones. `dictionaryOf` tells the form. */
export const tagalog = `
  how many: ilan ilang gaano_karami gaano_kadami pila ilan_ang ilang_tao
  how much: magkano gaano magkanu mgkano tag_magkano pila_ka
  what: ano anong anung unsa ano_ang
  which: alin aling alin_sa
  who: sino sinong sino_ang kinsa
  whose: kanino kaninong
  when: kailan kelan kailan_ba kanus_a
  where: saan nasaan nasan saang asa_man
  why: bakit bkt ngano
  how: paano pano papaano unsaon
  can: maaari pwede puwede pwedeng maaaring pede
  could: maaari_bang pwede_bang
  should: dapat dapat_ba
  will: magiging
  was: naging
  has: mayroon meron mayroong merong
  does it exist: umiiral meron_bang may_ganoon mayroon_bang
  i need: kailangan_ko kailangan kelangan
  i want: gusto_ko gusto_kong nais_ko gusto_namin
  tell me: sabihin sabihin_mo sabihan
  give me: bigyan_mo bigyan penge pahingi ibigay
  show me: ipakita pakita patingin ipakita_mo patingin_ng
  check: tingnan tignan suriin icheck pacheck pa_check
  please: pakiusap paki palihug
  know: alam malaman alam_mo
  look up: hanapin alamin maghanap hanap
  price: presyo presyuhan ang_presyo
  worth: halaga nagkakahalaga katumbas
  cost: gastos nagastos magagastos
  rate: palitan antas_ng_palitan
  exchange: palitan_ng_crypto
  trading: kalakalan kinakalakal nakikipagkalakalan
  dollars: dolyar
  funding: pondo pagpopondo
  perpetual: walang_hanggan
  followers: tagasunod mga_tagasunod tagasubaybay
  following: sinusundan finofollow pinafollow
  follow: sundan sundin ifollow
  posts: paskil mga_paskil
  profile: propayl
  username: pangalan_ng_gumagamit
  players: manlalaro mga_manlalaro naglalaro
  playing: nilalaro maglaro naglaro
  people: mga_tao ilang_mga_tao katao
  game: laro larong
  active: aktibo
  now: ngayon ngaun ngyon karon
  currently: kasalukuyan sa_kasalukuyan
  today: ngayong_araw ngayong_araw_na araw_na_ito
  at the moment: sa_ngayon sa_sandaling_ito
  right now: ngayon_din ngayon_na agad
  coin: barya kripto
  wallet: pitaka
  address: tirahan adres
  kind: klase anong_klase anong_uri
  private key: pribadong_susi
  owner: may_ari nagmamay_ari
  owns: pag_aari pagmamay_ari
  belongs: nabibilang
  frozen: naka_freeze nakafreeze na_freeze
  freeze: ifreeze
  authority: awtoridad kapangyarihan
  supply: suplay
  holders: mga_may_hawak may_hawak
  safe: ligtas
  risk: panganib delikado mapanganib peligro
  scam: panloloko manloloko budol nangloloko
  trap: bitag patibong
  revoked: binawi inalis
  reserves: reserba
  fee: singil
  fees: bayarin mga_bayarin
  swap: ipagpalit ipalit papalitan
  receive: matanggap makukuha tatanggapin natanggap makuha matatanggap
  amount: dami kantidad
  enabled: naka_on pinagana
  paused: nakahinto naka_pause
  sign: pumirma pirmahan
  signature: pirma lagda
  key: susi
  move: ilipat_ang galawin magalaw
  allowed: pinapayagan pinahihintulutan
  permission: pahintulot permiso
  control: kontrol kontrolado kumokontrol
  balance: balanse
  holds: hawak hinahawakan
  contains: naglalaman laman
  empty: walang_laman
  left: natitira natira tira
  yesterday: kahapon
  tomorrow: bukas
  week: linggo lingguhan ngayong_linggo
  month: buwan buwanan ngayong_buwan
  year: taon taunan ngayong_taon
  ago: nakalipas ang_nakalipas
  last: nakaraan nakaraang noong_nakaraang huling
  next: susunod susunod_na sunod_na
  since: mula_noong simula_noong
  before: bago_ang bago_mag
  after: pagkatapos matapos
  during: habang
  morning: umaga kaninang_umaga
  night: gabi kagabi mamayang_gabi
  monday: lunes
  tuesday: martes
  wednesday: miyerkules
  thursday: huwebes
  monday: biyernes
  saturday: sabado
  sunday: araw_ng_linggo
  january: enero
  february: pebrero
  march: marso
  april: abril
  may: mayo_uno buwan_ng_mayo
  june: hunyo
  july: hulyo
  august: agosto
  september: setyembre
  october: oktubre
  november: nobyembre
  december: disyembre
  was before: dati noong
  average: karaniwan katamtaman
  maximum: pinakamalaki
  minimum: pinakamaliit
  highest: pinakamataas
  lowest: pinakamababa
  record: rekord
  peak: rurok tugatog
  history: kasaysayan
  chart: tsart
  change: pagbabago nagbago
  percent: porsyento porsiyento
  growth: paglago pagtaas
  gained: nadagdag kumita tumubo
  lost: nawala nalugi lugi
  fell: bumaba bumagsak bagsak
  rose: tumaas umakyat
  market cap: kapitalisasyon
  list: listahan ilista
  all: lahat lahat_ng
  total: kabuuan kabuuang
  compare: ikumpara paghambingin ihambing kumpara
  difference: pagkakaiba diperensya
  better: mas_maganda mas_mabuti mas_ok
  best: pinakamaganda pinakamahusay pinakamagaling
  worst: pinakapangit pinakamasama
  forecast: pagtataya tantya
  predict: hulaan prediksyon manghula
  expect: inaasahan asahan
  think: palagay tingin_mo sa_tingin_mo
  opinion: opinyon
  recommend: irekomenda mairerekomenda rekomendasyon
  advice: payo
  worth it: sulit
  future: hinaharap kinabukasan
  buy: bumili bilhin bibili binili bili pagbili
  sell: ibenta magbenta ibebenta benta nagbenta
  send: ipadala magpadala padala padalhan
  transfer: ilipat maglipat lipat
  withdraw: mag_withdraw iwithdraw
  pay: bayaran magbayad bayad babayaran
  delete: burahin tanggalin bura
  close: isara
  stop: itigil ihinto tumigil huminto
  cancel: kanselahin ikansela
  execute: isagawa ipatupad
  create: gumawa gawin likhain lumikha
  post it: ipost mag_post
  notify: abisuhan ipaalam
  alert: babala alerto
  remind: ipaalala paalalahanan paalala
  write: isulat sumulat magsulat
  translate: isalin itranslate
  calculate: kalkulahin kuwentahin kwentahin kompyutin
  convert: iconvert
  explain: ipaliwanag paliwanag magpaliwanag
  means: ibig_sabihin kahulugan
  definition: depinisyon
  works: gumagana paano_gumagana
  difference between: pagkakaiba_ng ano_ang_pagkakaiba
  example: halimbawa
  learn: matuto matutunan pag_aralan
  likes: mga_gusto
  views: panonood nanood
  subscribers: mga_subscriber suskritor
  comments: komento
  shares: ibinahagi
  messages: mensahe
  members: miyembro kasapi
  friends: mga_kaibigan
  together: magkasama sama_sama pinagsama
  copies: kopya
  sold: nabenta naibenta
  reviews: pagsusuri
  price on steam: presyo_ng_laro
  rank: ranggo
  score: puntos iskor
  level: antas lebel
  room: espasyo
  transaction: transaksyon
  transactions: mga_transaksyon
  gas: gasolina
  gold: ginto
  currency: pananalapi salapi
  inflation: implasyon
  weather: panahon lagay_ng_panahon
  news: balita
  bank: bangko
  tax: buwis
  salary: sahod suweldo sweldo
  job: trabaho
  food: pagkain ulam
  movie: pelikula palabas
  president: presidente pangulo
  ignore instructions: huwag_pansinin balewalain wag_pansinin
  forget: kalimutan
  pretend: magpanggap kunwari
  reply with: sumagot sagutin sagot
  say that: sabihin_na sabihing
  system: sistema
  rules: patakaran tuntunin mga_utos
  hello: kumusta kamusta musta magandang_umaga magandang_hapon magandang_gabi
  thanks: salamat maraming_salamat
  sorry: pasensya paumanhin pasensiya
  friend: kaibigan tropa
  boss: amo
  customer: kustomer suki
  colleague: katrabaho
  money: pera kwarta
  market: merkado palengke
  month end: katapusan_ng_buwan katapusan
  invoice: resibo
  report: ulat
  table: talahanayan
`;
