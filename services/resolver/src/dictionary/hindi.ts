/** English words for Hindi ones. `dictionaryOf` tells the form. */
export const hindi = `
  how many: कितने कितनी कितनों kitne kitni संख्या sankhya कितने_लोग kitney
  how much: कितना कितने_का kitna kitne_ka kitne_ki कितने_की कितने_में kitne_mein kitnaa कितनी_है kitne_me kitne_rupaye
  how much: कितने_रुपये
  what: क्या kya kyaa
  which: कौन_सा कौनसा कौन_सी कौनसी किस kaunsa konsa kaun_sa kaunsi konsi kis कौन_से kaunse
  who: कौन kaun kon किसने kisne koun
  whose: किसका किसकी किसके kiska kiski kiske
  when: कब kab कब_से kab_tak
  where: कहाँ कहां kahan kaha kidhar किधर
  why: क्यों kyun kyu kyon क्यूँ kyo kyoon
  how: कैसे कैसा कैसी kaise kaisa kaisi kese
  is: है hai hain_kya hei
  are: हैं hain
  was: था थी थे thi
  will: होगा होगी होंगे hoga hogi honge jayega जाएगा जायेगा
  can: सकता सकते सकती sakta sakte sakti skta skte sakta_hai सकता_है
  could: सकता_था sakta_tha
  should: चाहिए_क्या chahiye_kya करना_चाहिए karna_chahiye karni_chahiye लेना_चाहिए lena_chahiye
  has: के_पास ke_paas ke_pas uske_paas उसके_पास
  does it exist: है_या_नहीं hai_ya_nahi मौजूद_है_क्या maujood_hai_kya hai_ki_nahi
  i need: मुझे_चाहिए चाहिए mujhe_chahiye chahiye chahie zaroorat ज़रूरत जरूरत zarurat
  i want: चाहता चाहती chahta chahti चाहते chahte
  tell me: बताओ बताइए बता_दो बताना बता batao bataiye bata_do bata batana btao bta bata_de bataye bata_dijiye बताएं बताये
  tell me: बता_दीजिए मुझे_बताओ mujhe_batao batado
  give me: दो_मुझे दे_दो दीजिए मुझे_दो de_do dijiye mujhe_do dedo de_dijiye
  show me: दिखाओ दिखाइए दिखा_दो dikhao dikhaiye dikha_do dikha दिखाएं dikhado दिखाना
  check: जाँच* जांच* चेक check_karo चेक_करो dekho देखो देखिए देख_लो dekh_lo jaanch janch pata_karo पता_करो dekh देख
  please: कृपया प्लीज़ प्लीज kripya kripaya pliz मेहरबानी ज़रा जरा
  know: पता जानते जानना pata jaante janna jante jaanna malum मालूम
  look up: खोजो ढूंढो ढूँढो khojo dhundo dhoondo खोजें khoj ढूंढ dhoond dhundho
  price: कीमत क़ीमत दाम भाव प्राइस kimat keemat daam bhav bhaav qeemat मूल्य mulya कीमतें rate_kya रेट_क्या
  worth: कीमत_का लायक keemat_ka मूल्यवान laayak
  cost: लागत ख़र्च खर्च kharch kharcha lagat खर्चा पड़ेगा पडेगा padega लगेगा_कितना
  rate: दर रेट ब्याज byaj reit दरें
  spot: स्पॉट हाज़िर हाजिर
  exchange: एक्सचेंज विनिमय एक्सचेंजों
  trading: ट्रेडिंग ट्रेड कारोबार ट्रेड_हो vyapar
  dollars: डॉलर डालर dollar_me डॉलर्स
  euros: यूरो
  funding: फंडिंग फ़ंडिंग
  perpetual: परपेचुअल पर्पेचुअल perp_contract परपेचुअल्स
  long: लॉन्ग लॉंग lamba लंबा
  short: शॉर्ट chhota छोटा शार्ट
  followers: फॉलोअर फॉलोअर्स फ़ॉलोअर्स फॉलोवर्स फॉलोवर अनुयायी फ़ॉलोवर anuyayi फोलोवर्स फोलोअर्स falowers folowers
  following: फॉलोइंग फ़ॉलोइंग फॉलो_करता follow_karta follow_karti
  follow: फॉलो फ़ॉलो फोलो
  posts: पोस्ट पोस्ट्स ट्वीट ट्वीट्स पोस्टें पोस्टों
  account: खाता खाते अकाउंट एकाउंट khata khaate khate अकाउंट्स acount अकॉउंट
  profile: प्रोफाइल प्रोफ़ाइल परिचय
  username: यूज़रनेम यूजरनेम यूजरनाम उपयोगकर्ता_नाम यूज़र_नेम यूजर_नेम
  players: खिलाड़ी खिलाडी खिलाड़ियों खिलाडियों प्लेयर प्लेयर्स khiladi khiladiyon khilari khilaadi गेमर्स
  playing: खेल_रहे खेल_रहा khel_rahe khel_raha खेलते khelte khel_rhe khel_rahi
  people: लोग लोगों व्यक्ति यूज़र यूजर यूज़र्स यूजर्स logo_ne bande बंदे
  online: ऑनलाइन ऑनलाईन आनलाइन
  game: गेम खेल khel गेम्स geim
  server: सर्वर सर्वर्स
  active: सक्रिय एक्टिव sakriya चालू chalu
  now: अभी अब abhi abi
  currently: वर्तमान फिलहाल फ़िलहाल filhal vartaman filhaal philhal मौजूदा वर्तमान_में
  today: आज aaj आज_का aaj_ka
  at the moment: इस_समय इस_वक्त is_samay is_waqt इस_वक़्त is_time is_wakt
  right now: अभी_के_अभी abhi_ke_abhi तुरंत turant इसी_वक्त isi_waqt
  live: लाइव seedha सीधा
  token: टोकन टोकनों tokan
  coin: कॉइन सिक्का क्रिप्टो sikka कॉइन्स sikke क्वाइन
  wallet: वॉलेट वालेट बटुआ batua
  address: एड्रेस ऐड्रेस adress एड्रेस_का पते
  program: प्रोग्राम कार्यक्रम
  exists: मौजूद maujood maujud अस्तित्व astitva उपलब्ध uplabdh maujood_hai
  curve: कर्व वक्र
  kind: प्रकार तरह किस्म prakar tarah tarha kism टाइप
  private key: प्राइवेट_की निजी_कुंजी niji_kunji
  executable: निष्पादन_योग्य एक्जीक्यूटेबल
  owner: मालिक स्वामी ओनर maalik malik maalik_kaun
  owns: मालिकाना maalikana
  belongs: संबंधित sambandhit
  delegate: डेलीगेट प्रतिनिधि pratinidhi डेलिगेट
  frozen: फ्रोजन फ्रीज_है जमा_हुआ freeze_hai फ़्रोज़न freez_hai freeze_ho
  freeze: फ्रीज फ़्रीज़ freez
  authority: अथॉरिटी प्राधिकरण अधिकार adhikar प्राधिकारी
  mint: मिंट टकसाल मिन्ट
  supply: सप्लाई आपूर्ति aapurti
  holders: होल्डर होल्डर्स धारक dharak होल्डरों
  concentrated: केंद्रित kendrit
  safe: सुरक्षित सेफ surakshit bharosemand भरोसेमंद सेफ़
  risk: जोखिम रिस्क खतरा jokhim khatra रिस्की khatarnak खतरनाक
  scam: धोखा घोटाला स्कैम dhokha ghotala फ्रॉड farzi फर्जी dhoka
  honeypot: हनीपॉट हनी_पॉट
  trap: जाल jaal
  revoked: रद्द_किया रिवोक radd_kiya रिवोक्ड revoke_kar revoke_hua
  pool: पूल पूल्स
  reserves: रिज़र्व रिजर्व भंडार bhandar रिजर्व्स
  liquidity: लिक्विडिटी तरलता taralta
  fee: शुल्क फ़ीस फीस shulk फी
  swap: स्वैप अदला_बदली adla_badli
  receive: मिलेगा मिलेंगे प्राप्त milega milenge praapt mil_jayega मिलेगी milegi prapt milta मिलता
  amount: राशि मात्रा रकम अमाउंट raashi rashi matra rakam रक़म
  base units: बेस_यूनिट आधार_इकाई बेस_यूनिट्स
  enabled: इनेबल सक्षम chalu_hai चालू_है saksham
  paused: पॉज रुका_हुआ ruka_hua रुकी_हुई पॉज़ band_hai बंद_है
  sign: साइन हस्ताक्षर_कर
  signature: हस्ताक्षर सिग्नेचर hastakshar dastkhat
  key: कुंजी चाबी kunji chabi
  upgrade: अपग्रेड अपडेट apgrade
  move: स्थानांतरित_कर हिला hila मूव खिसका
  allowed: अनुमति_है इजाज़त_है इजाजत_है anumati_hai ijazat_hai allow_hai
  permission: अनुमति इजाज़त इजाजत परमिशन anumati ijazat
  control: नियंत्रण कंट्रोल niyantran kabza
  balance: बैलेंस शेष baki_paisa बैलेन्स balence शेष_राशि
  holds: रखता rakhta रखता_है रखे_हुए rakhta_hai रखते
  contains: शामिल shamil इसमें_है
  empty: खाली ख़ाली khali khaali
  left: बचा बाकी बाक़ी bacha baki baaki बचे bache बची bachi
  yesterday: कल kal बीता_कल beeta_kal
  tomorrow: आने_वाले_कल कल_होगा kal_hoga aane_wale_kal
  week: हफ्ते हफ़्ता हफ्ता सप्ताह hafte hafta saptah haftey
  month: महीना महीने माह mahina mahine maheene mahiney
  year: साल वर्ष saal varsh
  ago: पहले_से din_pehle दिन_पहले घंटे_पहले ghante_pehle महीने_पहले साल_पहले हफ्ते_पहले saal_pehle mahine_pehle
  ago: hafte_pehle
  last: पिछला पिछले पिछली pichla pichle pichli आखिरी aakhri aakhiri पिछ्ले
  next: अगला अगले अगली agla agle agli
  since: se_lekar से_लेकर तब_से tab_se
  before: पहले pehle pahle phle pahele
  after: बाद ke_baad baad के_बाद
  during: दौरान dauran ke_dauran
  morning: सुबह subah सवेरे savere subha
  night: रात raat रात्रि
  monday: सोमवार somvar somwar
  tuesday: मंगलवार mangalvar mangalwar
  wednesday: बुधवार budhvar budhwar
  thursday: गुरुवार बृहस्पतिवार guruvar guruwar वीरवार
  monday: शुक्रवार shukravar shukrawar shukrvar
  saturday: शनिवार shanivar shaniwar
  sunday: रविवार इतवार ravivar raviwar itwar
  january: जनवरी janvari janwari
  february: फरवरी फ़रवरी farvari farwari
  march: मार्च
  april: अप्रैल aprail
  may: मई
  june: जून
  july: जुलाई julai
  august: अगस्त agast
  september: सितंबर सितम्बर sitambar
  october: अक्टूबर अक्तूबर aktubar
  november: नवंबर नवम्बर navambar
  december: दिसंबर दिसम्बर disambar
  was before: पहले_था pehle_tha pahle_tha पहले_थी pehle_kitna पहले_कितना पहले_थे
  average: औसत ausat एवरेज औसतन
  maximum: अधिकतम adhiktam मैक्सिमम
  minimum: न्यूनतम nyuntam कम_से_कम kam_se_kam मिनिमम
  highest: सबसे_ज्यादा सबसे_ज़्यादा सबसे_ऊंचा sabse_zyada sabse_jyada sabse_upar सबसे_अधिक उच्चतम sabse_bada सबसे_बड़ा
  highest: सबसे_बडा sabse_mehnga सबसे_महंगा sabse_ziyada सबसे_ऊँचा
  lowest: सबसे_कम sabse_kam सबसे_नीचे sabse_neeche sabse_sasta सबसे_सस्ता निम्नतम सबसे_छोटा
  record: रिकॉर्ड रेकॉर्ड रिकार्ड
  peak: शिखर चोटी shikhar पीक
  history: इतिहास itihas itihaas हिस्ट्री
  chart: चार्ट ग्राफ
  change: बदलाव परिवर्तन badlav बदला badla badlaav चेंज parivartan
  percent: प्रतिशत pratishat फीसदी फ़ीसदी परसेंट fisdi feesadi
  growth: वृद्धि बढ़ोतरी बढोतरी vriddhi ग्रोथ badhotri badhotari
  gained: कमाया मुनाफा munafa kamaya फायदा fayda faida मुनाफ़ा
  lost: खोया नुकसान nuksan nuqsan nuksaan खो_दिया गँवाया गंवाया
  fell: गिरा गिर_गया गिरावट gira gir_gaya girawat गिरी giri gir_gya घटा ghata
  rose: बढ़ा बढा बढ़_गया बढ_गया चढ़ा चढा badha badh_gaya chadha बढ़ी बढी badhi उछला
  volume: वॉल्यूम वोल्यूम मात्रा_कारोबार
  market cap: मार्केट_कैप मार्केटकैप बाजार_पूंजीकरण marketcap बाज़ार_पूंजीकरण
  open interest: ओपन_इंटरेस्ट ओपन_इंट्रेस्ट खुला_ब्याज
  ranking: रैंकिंग
  list: सूची लिस्ट soochi suchi
  all: सभी सब सारे सारा sabhi sab saare sara sabhi_ka poore
  total: कुल kul टोटल कुल_मिलाकर kul_milakar jumla
  compare: तुलना tulna मुक़ाबला मुकाबला कंपेयर tulna_karo
  difference: अंतर फ़र्क फर्क fark farq antar अन्तर
  better: बेहतर behtar ज्यादा_अच्छा zyada_accha behtr
  best: सबसे_अच्छा सबसे_बढ़िया सबसे_बढिया sabse_accha sabse_acha sabse_badhiya सर्वश्रेष्ठ sabse_achha बेस्ट
  worst: सबसे_खराब सबसे_बुरा sabse_kharab sabse_bura sabse_bekar
  forecast: पूर्वानुमान purvanuman अनुमान anuman
  predict: भविष्यवाणी bhavishyavani अंदाजा andaza अंदाज़ा प्रेडिक्ट bhavishyavaani
  expect: उम्मीद अपेक्षा umeed ummeed
  think: सोचते लगता_है lagta_hai sochte सोचना sochta sochna tumhe_lagta
  opinion: राय विचार raay vichar
  recommend: सुझाव सुझाओ sujhav sujhao सिफारिश sifarish
  advice: सलाह salah salaah
  worth it: फायदेमंद faydemand फ़ायदा_है फायदा_है fayda_hai faida_hai लेना_ठीक lena_sahi लेना_सही lena_theek
  future: भविष्य bhavishya फ्यूचर bhavishy
  buy: खरीद* ख़रीद* khareed* kharid* ले_लूं le_lu lelu le_loon
  sell: bech becho bechna bechun bechu bechoon bech_du bech_doon बेचूं बेचना बेचो बेचें बेच_दो बेच_दूं बेचूँ बेचने
  send: bhej* सेंड भेजो भेजना भेजें भेज_दो भेजिए भेजने
  transfer: ट्रांसफर स्थानांतरण ट्रांसफ़र स्थानांतरित
  withdraw: निकाल* nikal nikalo nikaal nikalna nikalwana विदड्रॉ nikaalna
  pay: भुगतान चुकाना bhugtan chukana पेमेंट bhugtaan
  delete: हटाओ मिटाओ डिलीट hatao mitao हटा_दो hata_do मिटा_दो mita_do
  close: बंद_करो बंद band_karo band_kar बंद_कर क्लोज
  stop: रुको रोको ruko roko रोक_दो rok_do रुक_जाओ ruk_jao
  cancel: रद्द radd कैंसल रद्द_करो कैंसिल cancil
  execute: चलाओ निष्पादित chalao निष्पादन run_karo एक्जीक्यूट
  create: बनाओ banao बनाना banana_hai बनाइए bana_do बना_दो banaiye
  post it: पोस्ट_करो पोस्ट_कर post_karo post_kar_do tweet_karo ट्वीट_करो प्रकाशित post_kar पोस्ट_कर_दो
  notify: सूचित सूचना suchit suchna खबर_कर khabar_kar inform_karo bata_dena बता_देना
  alert: अलर्ट चेतावनी chetavni chetawani
  remind: याद_दिला yaad_dila याद_दिलाना yaad_dilana याद_दिलाओ yaad_dilao yaad_dila_dena रिमाइंडर
  write: लिखो लिखिए likho likhiye लिखना likhna लिख_दो likh_do likh
  translate: अनुवाद anuvad anuwad anuvaad तर्जुमा ट्रांसलेट
  calculate: गणना हिसाब ganana hisab hisaab जोड़ो जोडो कैलकुलेट
  convert: बदलो बदल_दो badlo badal_do कन्वर्ट बदलना परिवर्तित
  explain: समझाओ समझाइए samjhao samjhaiye samjha_do समझा_दो समझाना samjhana
  means: मतलब अर्थ matlab arth mtlb मायने
  definition: परिभाषा paribhasha
  works: काम_करता kaam_karta kaam_karti काम_करती kam_karta काम_करते chalta चलता
  difference between: के_बीच_अंतर में_अंतर mein_antar me_fark mein_fark में_फर्क क्या_अंतर kya_antar kya_fark क्या_फर्क
  example: उदाहरण udaharan मिसाल misaal udahran
  learn: सीखना सीखो seekhna sikhna सिखाओ sikhao seekho sikhna_hai
  likes: लाइक लाइक्स पसंद pasand
  views: व्यूज़ व्यूज व्यू दृश्य देखा_गया vyuz vews
  subscribers: सब्सक्राइबर सब्सक्राइबर्स ग्राहकों_की
  comments: टिप्पणी टिप्पणियाँ कमेंट कमेंट्स tippani टिप्पणियां
  shares: साझा_किया शेयर_किया रीट्वीट शेयर_किए
  messages: संदेश मैसेज sandesh मेसेज संदेशों msgs
  members: सदस्य सदस्यों मेंबर sadasya मेंबर्स sadasy
  friends: दोस्तों मित्रों doston dosto फ्रेंड्स mitron
  together: साथ_में साथ_मिलाकर saath_mein मिलाकर milakar एक_साथ ek_saath milake saath_me
  copies: प्रतियां प्रतियाँ कॉपी कॉपियां pratiyan
  sold: बिका बिकी बिके bika biki bike_gaye bik_gaya बिक_गया बिक_चुके
  reviews: समीक्षा समीक्षाएं रिव्यू sameeksha रिव्यूज़ रिव्यूज samiksha
  price on steam: स्टीम_पर_कीमत steam_par_kimat steam_par_keemat steam_pe_kimat स्टीम_पर_दाम
  downloads: डाउनलोड डाउनलोड्स
  rank: रैंक स्थान sthan पायदान
  score: स्कोर अंक ank
  level: स्तर लेवल स्तर_पर
  room: जगह कमरा jagah kamra क्षमता
  transaction: लेनदेन लेन_देन ट्रांजैक्शन len_den ट्रांज़ैक्शन lenden ट्रांसैक्शन
  transactions: ट्रांजैक्शन्स ट्रांज़ैक्शन्स लेनदेनों
  hash: हैश
  block: ब्लॉक ब्लॉक्स
  network: नेटवर्क
  gas: गैस
  stock: शेयर स्टॉक sheyar शेयरों
  gold: सोना सोने sona sone_ka सोने_का
  currency: मुद्रा mudra करेंसी mudra_ka मुद्राएं
  inflation: महंगाई महँगाई mehngai mahangai मुद्रास्फीति mehangai
  weather: मौसम mausam mosam
  news: समाचार खबर ख़बर samachar khabar न्यूज़ न्यूज खबरें
  bank: बैंक
  tax: कर_दर टैक्स आयकर aaykar
  salary: वेतन तनख्वाह सैलरी vetan tankhwah तनख़्वाह tankha
  job: नौकरी naukri जॉब nokri naukari
  food: खाना भोजन khana bhojan खाने_का
  movie: फिल्म फ़िल्म मूवी filmein फिल्में
  football: फुटबॉल फ़ुटबॉल
  president: राष्ट्रपति प्रधानमंत्री rashtrapati pradhanmantri
  ignore instructions: निर्देशों_को_अनदेखा निर्देश_अनदेखा निर्देशों_को_भूल instructions_ignore_karo
  ignore instructions: निर्देशों_को_नजरअंदाज instructions_bhool_jao nirdesh_ignore अनदेखा
  forget: भूल_जाओ bhool_jao bhul_jao भूल_जाइए भूल bhool
  pretend: नाटक_करो natak_karo दिखावा ढोंग का_नाटक
  reply with: जवाब_दो जवाब_दें jawab_do उत्तर_दो javab_do uttar_do जवाब jawab
  say that: कहो_कि bolo_ki बोलो_कि kaho_ki बोलो bolo
  system: सिस्टम प्रणाली
  rules: नियम नियमों niyam
  hello: नमस्ते नमस्कार namaste namaskar हेलो हैलो प्रणाम salaam राम_राम सलाम
  thanks: धन्यवाद शुक्रिया dhanyavad dhanyawad shukriya थैंक्स थैंक्यू shukria
  sorry: माफ़ माफ सॉरी maaf माफ़ी माफी maafi क्षमा kshama maaf_karna
  friend: दोस्त मित्र यार भाई dost yaar bhai mitr भैया bhaiya yar
  boss: बॉस साहब sahab मैनेजर
  customer: ग्राहक grahak कस्टमर
  colleague: सहकर्मी sahkarmi सहयोगी sahyogi
  money: पैसा पैसे paisa paise धन paisey
  market: बाज़ार बाजार मार्केट bazaar bazar baazar
  month end: महीने_के_अंत महीने_का_अंत mahine_ke_ant month_ke_end महीने_के_आखिर
  invoice: चालान बिल chalan इनवॉइस
  report: रिपोर्ट विवरण vivaran प्रतिवेदन
  table: तालिका टेबल talika सारणी
  token account: टोकन_खाता टोकन_खाते token_khata
  payer: भुगतानकर्ता
  input: इनपुट
  output: आउटपुट
  not: नहीं nahi nahin बिना
  or: या
  if: अगर agar
`;
