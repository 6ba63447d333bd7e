/** English words for Swahili ones. `dictionaryOf` tells the form. */
export const swahili = `
  how many: ngapi wangapi mangapi idadi vingapi idadi_ya mingapi zingapi
  how much: kiasi_gani bei_gani shilingi_ngapi gharama_gani ni_kiasi_gani pesa_ngapi kiasi_gani_cha
  what: nini ni_nini ipi_ni nini_hii
  which: gani ipi yupi upi zipi lipi
  who: nani ni_nani akina_nani
  whose: ya_nani wa_nani za_nani cha_nani la_nani
  when: lini wakati_gani
  where: wapi iko_wapi
  why: kwa_nini mbona kwanini kwa_sababu_gani
  how: vipi jinsi namna jinsi_gani kivipi
  was: ilikuwa alikuwa zilikuwa walikuwa
  will: itakuwa atakuwa utakuwa zitakuwa
  can: inaweza unaweza naweza anaweza wanaweza ninaweza inawezekana
  could: ingeweza angeweza ungeweza
  should: inapaswa napaswa inabidi unapaswa ninapaswa lazima
  has: ina inayo anayo kina
  does it exist: je_kuna je_yupo ipo_kweli je_hii_ipo
  i need: nahitaji ninahitaji nilihitaji
  i want: nataka ninataka ningependa naomba_kujua
  tell me: niambie nambie tuambie nieleze niambieni nijulishe_tu
  give me: nipe nipatie nipeni
  show me: nionyeshe nioneshe onyesha onesha
  check: angalia kagua hakiki cheki tazama niangalizie kuangalia
  please: tafadhali naomba
  know: jua unajua kujua najua
  look up: tafuta nitafutie kutafuta
  price: bei_ya bei_yake bei_za bei_zake bei_sasa bei_leo bei_ikoje bei_ni
  worth: thamani thamani_ya yenye_thamani
  cost: gharama inagharimu gharimu hugharimu gharama_ya
  rate: kiwango viwango kiwango_cha riba
  spot: soko_la_papo
  exchange: soko_la_ubadilishaji jukwaa majukwaa ubadilishanaji
  trading: inauzwa_kwa biashara inafanyiwa_biashara inatradiwa
  dollars: dola
  euros: yuro
  funding: ufadhili ufadhili_wa
  perpetual: kudumu ya_kudumu isiyo_na_mwisho
  long: ndefu mrefu
  short: fupi mfupi
  followers: wafuasi mfuasi wafuasi_wa wanaomfuata
  following: anaowafuata wanaofuatwa anafuata
  follow: fuata kufuata inafuata fuatilia
  posts: machapisho chapisho tweeti twiti
  account: akaunti
  profile: wasifu profaili
  username: jina_la_mtumiaji jina_mtumiaji
  players: wachezaji mchezaji
  playing: wanacheza anacheza wanaocheza wanachezwa
  people: watu mtu watumiaji mtumiaji
  online: mtandaoni hewani
  game: mchezo michezo gemu
  server: seva
  active: inayofanya_kazi inatumika wanaotumia amilifu
  now: sasa
  currently: kwa_sasa hivi_sasa ya_sasa kwasasa
  today: leo_hii kwa_leo ya_leo ni_leo za_leo
  at the moment: kwa_wakati_huu wakati_huu muda_huu saa_hii
  right now: sasa_hivi hivi_punde mara_moja saivi saa_hizi
  live: moja_kwa_moja mubashara laivu
  token: tokeni ishara
  coin: sarafu kripto koini sarafu_ya
  wallet: pochi mkoba walleti
  address: anwani anuani
  program: programu
  exists: yupo zipo kuna iko inapatikana upo ipo_kwenye
  curve: mkunjo mkondo_wa_bei
  kind: aina aina_gani aina_ya
  private key: ufunguo_binafsi ufunguo_wa_siri funguo_binafsi ufunguo_wa_faragha
  executable: inayotekelezeka inatekelezeka
  owner: mmiliki mwenye wamiliki mwenyewe
  owns: anamiliki inamiliki miliki wanamiliki
  belongs: inamilikiwa mali_ya inahusika
  delegate: mjumbe mwakilishi kaimu wakala
  frozen: imegandishwa imefungiwa imegandamizwa imezuiwa
  freeze: gandisha kugandisha zuia kuzuia
  authority: mamlaka mamlaka_ya
  mint: kuchapisha_sarafu utengenezaji kutengeneza_tokeni kuminti
  supply: ugavi usambazaji jumla_ya_ugavi
  holders: wamiliki_wa washikaji wanaoshikilia mashabiki_wenye
  concentrated: imejikita zimejikusanya imekusanyika
  safe: salama ni_salama usalama
  risk: hatari hatarishi
  scam: utapeli ulaghai tapeli matapeli laghai
  honeypot: mtego_wa_asali
  trap: mtego mitego
  revoked: imefutwa imebatilishwa imeondolewa yamefutwa
  pool: bwawa dimbwi bwawa_la
  reserves: akiba hifadhi
  liquidity: ukwasi
  fee: ada_ya ada_za makato tozo
  swap: badilishana kubadilishana kubadili_tokeni
  receive: nitapata kupokea pokea nitapokea utapata
  amount: kiasi kiasi_cha
  base units: vitengo_msingi vipimo_vya_msingi vitengo_vya_msingi
  enabled: imewezeshwa imewashwa imeruhusiwa
  paused: imesimamishwa imesitishwa
  sign: kusaini tia_saini saini_hati anasaini
  signature: saini sahihi
  key: ufunguo funguo
  upgrade: boresha kuboresha sasisha kusasisha
  move: hamisha_fedha sogeza kusogeza kuhama
  allowed: inaruhusiwa ruhusiwa anaruhusiwa
  permission: ruhusa idhini kibali vibali
  control: dhibiti udhibiti anadhibiti kudhibiti
  balance: salio baki_ya salio_la masalio
  holds: inashikilia anashikilia ameshikilia
  contains: ina_nini yenye inajumuisha
  empty: tupu haina_kitu wazi
  left: imebaki zimebaki iliyobaki zilizobaki
  yesterday: jana ya_jana juzi
  tomorrow: kesho ya_kesho
  week: wiki_hii wiki_iliyopita wiki_moja juma wiki_ijayo
  month: mwezi miezi mwezi_huu
  year: mwaka miaka mwaka_huu
  ago: lililopita zilizopita siku_zilizopita
  last: iliyopita uliopita mwisho ya_mwisho
  next: ijayo ujao lijalo inayofuata
  since: tangu kuanzia
  before: kabla kabla_ya
  after: baada baada_ya
  during: wakati_wa katika_kipindi
  morning: asubuhi
  night: usiku
  monday: jumatatu
  tuesday: jumanne
  wednesday: jumatano
  thursday: alhamisi
  monday: ijumaa
  saturday: jumamosi
  sunday: jumapili
  january: januari
  february: februari
  march: machi
  april: aprili
  may: mwezi_mei mwezi_wa_tano
  june: juni
  july: julai
  august: agosti
  september: septemba
  october: oktoba
  november: novemba
  december: desemba
  was before: hapo_awali zamani awali hapo_kabla
  average: wastani
  maximum: kiwango_cha_juu upeo kima_cha_juu
  minimum: kiwango_cha_chini kima_cha_chini angalau
  highest: juu_zaidi kubwa_zaidi ya_juu_zaidi ghali_zaidi
  lowest: chini_zaidi ndogo_zaidi ya_chini_zaidi rahisi_zaidi
  record: rekodi
  peak: kilele
  history: historia
  chart: chati grafu
  change: mabadiliko imebadilika badiliko
  percent: asilimia
  growth: ukuaji ongezeko
  gained: imepata faida amepata
  lost: imepoteza hasara amepoteza nimepoteza
  fell: imeshuka ilishuka kushuka imeanguka
  rose: imepanda ilipanda kupanda imeongezeka
  volume: ujazo kiasi_cha_biashara
  market cap: thamani_ya_soko mtaji_wa_soko
  open interest: mikataba_wazi riba_wazi nafasi_wazi mikataba_iliyo_wazi
  ranking: orodha_ya_viwango nafasi_katika_orodha
  list: orodha orodhesha
  all: zote wote yote vyote
  total: jumla kwa_jumla jumla_ya
  compare: linganisha kulinganisha ulinganisho
  difference: tofauti utofauti
  better: bora_kuliko afadhali nzuri_zaidi
  best: bora bora_zaidi
  worst: mbaya_zaidi mbovu_zaidi
  forecast: utabiri ubashiri
  predict: tabiri bashiri kutabiri
  expect: tarajia matarajio unatarajia inatarajiwa
  think: unafikiri unadhani fikiria unaonaje
  opinion: maoni_yako mtazamo mawazo_yako
  recommend: pendekeza unapendekeza mapendekezo
  advice: ushauri nishauri shauri
  worth it: inafaa ni_vyema je_inafaa kuna_faida
  future: siku_zijazo baadaye mustakabali
  buy: nunua ninunue kununua nunue kinunue
  sell: uza niuze kuuza uuze
  send: tuma nitumie kutuma mtumie
  transfer: hamisha kuhamisha uhamisho
  withdraw: toa_pesa kutoa_pesa kutoa nitoe
  pay: lipa kulipa malipo nilipe nilipie
  delete: futa kufuta ondoa
  close: funga kufunga
  stop: simamisha acha sitisha koma
  cancel: ghairi batilisha kughairi kansela
  execute: tekeleza endesha kutekeleza
  create: unda tengeneza kuunda fungua_akaunti
  post it: chapisha weka_chapisho ichapishe
  notify: nijulishe nitaarifu arifu julisha
  alert: tahadhari nitahadharishe onyo
  remind: nikumbushe kumbusha
  write: andika niandikie kuandika
  translate: tafsiri nitafsirie kutafsiri
  calculate: hesabu piga_hesabu kokotoa
  convert: badilisha geuza kubadilisha
  explain: eleza fafanua nielezee elezea
  means: maana inamaanisha ina_maana maana_yake
  definition: fasili ufafanuzi
  works: inafanya_kazi inafanyaje_kazi hufanya_kazi inafanyaje
  difference between: tofauti_kati tofauti_kati_ya tofauti_ya
  example: mfano mifano kwa_mfano
  learn: jifunza kujifunza fundisha
  likes: wanaopenda imependwa kupendwa
  views: watazamaji mitazamo imetazamwa
  subscribers: waliojiunga wanaojisajili waliojisajili
  comments: maoni
  shares: mgao imeshirikiwa kushiriki
  messages: ujumbe jumbe
  members: wanachama mwanachama
  friends: marafiki
  together: pamoja kwa_pamoja
  copies: nakala
  sold: imeuzwa zimeuzwa zilizouzwa yaliyouzwa
  reviews: tathmini uhakiki mapitio
  price on steam: bei_kwenye_steam
  downloads: vipakuliwa imepakuliwa upakuaji pakua
  rank: nafasi nafasi_ya
  score: alama pointi
  level: ngazi levo
  room: chumba uwezo_wa nafasi_iliyobaki
  transaction: muamala mwamala
  transactions: miamala
  hash: heshi
  block: kizuizi bloku
  network: mtandao mitandao
  gas: gesi
  stock: hisa hisa_za
  gold: dhahabu
  currency: fedha_za_kigeni sarafu_ya_nchi
  inflation: mfumuko_wa_bei mfumuko
  weather: hali_ya_hewa hewa
  news: habari_za_leo taarifa habari_mpya
  bank: benki
  tax: kodi ushuru
  salary: mshahara mishahara
  job: ajira kazi_ya ajira_mpya
  food: chakula vyakula
  movie: filamu sinema
  football: soka mpira kandanda mpira_wa_miguu
  president: rais
  ignore instructions: puuza_maagizo puuza_maelekezo puuza sahau_maagizo
  forget: sahau
  pretend: jifanye igiza
  reply with: jibu jibu_kwa nijibu
  say that: sema_kwamba sema_kuwa
  system: mfumo mifumo
  rules: sheria kanuni
  hello: habari jambo hujambo mambo shikamoo salamu niaje
  thanks: asante ahsante shukrani nashukuru asanteni
  sorry: samahani kumradhi niwie_radhi pole_sana
  friend: rafiki ndugu rafiki_yangu
  boss: mkuu bosi meneja
  customer: mteja wateja
  colleague: mwenzangu mfanyakazi_mwenzangu wenzangu
  money: pesa fedha hela
  market: soko masoko sokoni
  month end: mwisho_wa_mwezi mwishoni_mwa_mwezi
  invoice: ankara_ya
  report: ripoti
  table: jedwali meza
`;
