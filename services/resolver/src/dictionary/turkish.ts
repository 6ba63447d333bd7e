/** English words for Turkish ones. `dictionaryOf` tells the form. */
export const turkish = `
  how many: kaç kaçtır kaçtir kaç_tane kaç_adet neçə neçe neçə_dənə neçe_dene sayı sayi sayısı sayisi sayısını sayisini
  how much: ne_kadar kaça kaç_para kaç_lira kaçtan kaçadır kaçadir nə_qədər ne_qeder neçəyə neçeye neçəyədir neçeyedir
  how much: ne_kadardır ne_kadardir ne_kadara
  what: nedir neydi nə nədir neyi nedi
  which: hangi* hansı* hansi*
  who: kimdir kimler kimlər kim_bu kime kimde
  whose: kimin kimindir kime_ait kimə_məxsus kime_mexsus kimə_aiddir kime_aiddir
  when: ne_zaman nə_vaxt ne_vaxt nə_zaman
  where: nerede nereden nereye nerde harada haradan
  why: neden niye niçin niyə nədən
  how: nasıl* nasil* necədir necedir nece_gedir
  was: idi
  will: olacak olacaq
  can: edebilir yapabilir olabilir mümkün mümkündür edə_bilər ede_biler ola_bilər ola_biler
  should: gerekir gerek malıyım maliyim mıyım miyim etmeliyim lazımmı lazimmi
  has: vardır vardir vardır_mı vardir_mi
  does it exist: var_mı var_mi varmı varmi var_mıdır var_midir mevcut_mu varmıdır varmidir
  i need: lazım lazim ihtiyacım ihtiyacim gerekiyor lazımdır lazimdir ehtiyacım ehtiyacim
  i want: istiyorum istiyom isterim istəyirəm isteyirem
  tell me: söyle bana_söyle söyler_misin söylesene söyləyin söyleyin mənə_de mene_de bana_anlat
  give me: bana_ver ver_bana versene mənə_ver mene_ver verir_misin verebilir_misin
  show me: göster* göstər*
  check: kontrol_et kontrol_edin kontrol_eder_misin kontrol_edebilir bak bakın bakin bakar_mısın bakar_misin baksana
  check: yoxla*
  please: lütfen lutfen zəhmət_olmasa zehmet_olmasa xahiş_edirəm xahiş_edirem rica_etsem rica_ederim
  know: biliyor* bilir* bilen bilmek bilirsən bilirsen
  look up: araştır* araştir* sorgula* axtar* bul bulun
  price: fiyat* qiymət* qiymet*
  worth: değer değeri değerinde değerini dəyəri deyeri dəyərində deyerinde
  cost: maliyet* mal_olur kaç_tutar tutarı_ne tutari_ne başa_gəlir başa_gelir
  rate: oran oranı orani oranları oranlari oranını oranini oranın oranin kur kuru kurunu faiz faizi məzənnə* mezenne*
  rate: nisbət nisbet
  spot: spotta
  exchange: borsa* birja*
  trading: işlem_görüyor işlem_gören işlem_görmekte alınıp_satılıyor alinip_satiliyor işlem_yapılıyor işlem_yapiliyor
  dollars: dolar*
  euros: avro* euroya
  funding: fonlama* fonlanma maliyələşmə maliyeleşme
  perpetual: sürekli vadesiz süresiz daimi müddətsiz müddetsiz
  long: uzun uzun_pozisyon longta
  short: kısa kisa kısa_pozisyon kisa_pozisyon qısa qisa shortta açığa_satış açiğa_satiş
  followers: takipçi* izləyici* izleyici* takip_eden takip_edenler takipci
  following: takip_ettiği takip_ettikleri takip_edilen takip_edilenler izlədiyi izlediyi izlədikləri izledikleri
  follow: takip_et takip takip_ediyor takip_etmek izləyir izleyir
  posts: gönderi gönderisi gönderiler gönderileri paylaşım* paylaşim* tweeti tweetleri tweetler tivit* paylaşımı
  posts: paylaşimi postları postlari paylaşımları paylaşimlari
  account: hesap hesabı hesabi hesabın hesabin hesabının hesabinin hesabında hesabinda hesabım hesabim hesabımı hesabimi
  account: hesabını hesabini hesapta hesaplar hesab hesapları hesaplari
  profile: profil profili profilin profilini profilinde
  username: kullanıcı_adı kullanici_adi kullanıcı_ismi kullanici_ismi istifadəçi_adı istifadeçi_adi nicki
  players: oyuncu* oyunçu*
  playing: oynayan* oynuyor* oynanıyor oynaniyor oynayır* oynayir*
  people: kişi* kullanıcı* kullanici* istifadəçi* istifadeçi* nəfər nefer adamlar
  online: çevrimiçi çevrim_içi onlayn
  game: oyun oyunu oyunun oyunda oyunlar oyunları oyunlari oyununun oyununda oyununu
  server: sunucu* serverde
  active: aktif* etkin faal fəal feal aktiv
  now: şimdi şimdiki indi indiki
  currently: şu_anda şuanda hazırda hazirda halihazırda halihazirda şu_sıralar şu_siralar
  today: bugün* bu_gün günümüzde
  at the moment: şu_an şuan hal_hazırda hal_hazirda şu_anki bu_anda
  right now: hemen tam_şu_an dərhal derhal hemen_şimdi
  live: canlı* canli* anlık anlik
  token: tokenin tokeni tokenı tokenının tokeninin jeton* tokenler tokenleri
  coin: kripto_para kriptopara* koin* coinin coini kripto kriptovalyuta
  wallet: cüzdan* pulqabı* pulqabi* pul_kisəsi pul_kisesi
  address: adres adresi adresin adresini adresinin adreste adresinde adresler ünvan*
  program: programı programi programın programin programının programinin proqram* yazılım yazilim uygulama
  exists: mevcut mevcuttur bulunuyor mövcud*
  curve: eğri* bonding_eğrisi əyri eyri
  kind: türü türde türden çeşit* tipi tipte növü cinsi hangi_tür
  private key: özel_anahtar özel_anahtarı özel_anahtari özel_anahtarını özel_anahtarini gizli_anahtar gizli_açar
  private key: şəxsi_açar şexsi_açar
  executable: çalıştırılabilir çaliştirilabilir yürütülebilir icra_oluna
  owner: sahibi sahibinin sahib malik malikin sahibidir
  owns: sahip sahiptir sahibdir
  belongs: ait aittir aiddir məxsus* mexsus*
  delegate: delege* temsilci* vekil* yetki_verilen nümayəndə nümayende
  frozen: dondurulmuş donmuş donduruldu dondurulmuş_mu dondurulub
  freeze: dondur dondurma dondurabilir dondurmak donduran dondura
  authority: yetki yetkisi yetkili yetkisini yetkiler yetkileri səlahiyyət* selahiyyet*
  mint: basım basim basma basabilir basılabilir basilabilir basmak basılıyor basiliyor mintleme mintlemek
  supply: arz arzı arzi arzın arzin arzının arzinin tedarik dolaşımdaki dolaşimdaki təchizat techizat
  holders: sahipleri tutanlar tutucular yatırımcı* yatirimci* holderlar sahibləri sahibleri
  concentrated: yoğunlaş* konsantre tek_elde toplanmış toplanmiş cəmləşib cemleşib
  safe: güvenli güvenilir güvenli_mi emniyetli təhlükəsiz tehlükesiz etibarlı etibarli
  risk: riskli riski riskler riskleri tehlikeli təhlükəli tehlükeli
  scam: dolandırıcı* dolandirici* sahte fırıldaq* firildaq* saxta üçkağıt* üçkağit* dolandırma dolandirma
  honeypot: bal_küpü balküpü bal_tuzağı bal_tuzaği
  trap: tuzak tuzağı tuzaği tuzağa
  revoked: iptal_edilmiş iptal_edildi kaldırılmış kaldirilmiş kaldırıldı kaldirildi feragat ləğv_edilib leğv_edilib
  pool: havuz* hovuz*
  reserves: rezerv* yedekler
  liquidity: likidite* likvid*
  fee: ücret* komisyon* komissiya*
  swap: takas* swapla swaplarsam değiş_tokuş
  receive: alırım alirim alacağım alacağim elime_geçer alıram aliram alacam elime_ne
  amount: miktar* tutar tutarı tutari tutarında tutarinda məbləğ* mebleğ* miqdar*
  base units: temel_birim baz_birim en_küçük_birim temel_birimde
  enabled: etkinleştirilmiş açık açik açıq açiq açık_mı açik_mi etkinleştirildi
  paused: duraklatıl* duraklatil* durdurulmuş durduruldu dayandırılıb dayandirilib askıda askida askıya_alındı
  paused: askiya_alindi
  sign: imzala imzalamak imzalayabilir imzalayan imzaladı imzaladi imzalıyor imzaliyor imzalama imzalayın imzalayin
  signature: imza imzası imzasi imzalar imzayı imzayi imzasını imzasini
  key: anahtar* açar açarı açari
  upgrade: yükselt yükseltme yükseltmek yükseltilebilir yükseltebilir güncelle* yenilə* yenile*
  move: taşıma taşima taşıyabilir taşiyabilir taşımak taşimak hareket_ettir oynatabilir
  allowed: izinli izin_veriliyor izin_var serbest icazə_verilir icaze_verilir
  permission: izin izni izinler izinleri icazə icaze icazəsi icazesi
  control: kontrol kontrolü kontrolünde nəzarət* nezaret* idare denetim
  balance: bakiye* balans*
  holds: tutuyor saxlayır saxlayir elinde_tutuyor bulunduruyor
  contains: içeriyor içerir içeren ehtiva
  empty: boş boşmu boş_mu bomboş
  left: kaldı kaldi kalan kalmış kalmiş qalıb qalib qaldı qaldi geriye_kalan
  yesterday: dün dünkü dünən dünen dünden
  tomorrow: yarın yarin yarınki yarinki yarına yarina
  week: hafta* həftə* hefte*
  month: aylık aylik ayda bu_ay aylar geçen_ay
  year: yıl yil yılı yili yılda yilda yıllık yillik yılın yilin yıllar yillar sene seneye senelik bu_il keçən_il
  year: keçen_il
  ago: saat_önce gün_önce hafta_önce ay_önce yıl_önce yil_önce dakika_önce evvel əvvəl gün_evvel
  last: geçen geçtiğimiz önceki keçən keçen son_bir en_son sonuncu son_gün
  next: gelecek önümüzdeki sonraki gələn gelen növbəti növbeti gelecek_hafta
  since: beri bəri itibaren
  before: öncesi öncesinde önceden əvvəlki evvelki
  after: sonra sonrası sonrasi sonrasında sonrasinda
  during: boyunca sırasında sirasinda süresince ərzində erzinde müddətində müddetinde
  morning: sabah sabahı sabahi sabahleyin səhər seher
  night: gece geceyi gecesi gecə geceyarısı geceyarisi
  monday: pazartesi bazar_ertəsi bazar_ertesi
  tuesday: salı sali salı_günü sali_günü çərşənbə_axşamı çerşenbe_axşami
  wednesday: çarşamba çərşənbə çerşenbe
  thursday: perşembe cümə_axşamı cüme_axşami
  monday: cuma cumaya cümə cüme
  saturday: cumartesi şənbə şenbe
  sunday: pazar_günü pazar bazar_günü
  january: ocak ocakta yanvar*
  february: şubat* fevral*
  march: martta mart_ayı mart_ayi mart_ayında mart_ayinda
  april: nisan* aprel*
  may: mayıs* mayis*
  june: haziran* iyun
  july: temmuz* iyul
  august: ağustos* avqust
  september: eylül* sentyabr*
  october: ekim ekimde oktyabr*
  november: kasım kasim kasımda kasimda noyabr*
  december: aralık aralik aralıkta aralikta dekabr*
  was before: daha_önce eskiden əvvəllər evveller daha_evvel önceden_neydi
  average: ortalama* orta_hesabla
  maximum: maksimum maks azami maksimal en_fazla
  minimum: asgari en_az ən_azı en_azi
  highest: en_yüksek ən_yüksək en_çok en_pahalı en_pahali en_büyük ən_bahalı en_bahali ən_çox en_çox
  lowest: en_düşük en_aşağı en_aşaği en_ucuz ən_aşağı en_dip
  record: rekor*
  peak: zirve* tepe_noktası tepe_noktasi
  history: geçmiş geçmişi tarihçe* tarixçə* tarixçe*
  chart: grafik* qrafik*
  change: değişim* değişti değişiklik* değişmiş dəyişdi deyişdi dəyişiklik deyişiklik
  percent: yüzde* faizlə faizle yüzdelik
  growth: büyüme* artım* artim* böyümə* böyüme*
  gained: kazandı kazandi kazanmış kazanmiş kazandırdı kazandirdi qazandı qazandi kazandım kazandim qazanıb qazanib
  lost: kaybetti kaybettim kaybetmiş itirdi itirib
  fell: düştü düşmüş düşüyor düşüş* geriledi düşdü ucuzladı ucuzladi çakıldı çakildi
  rose: yükseldi yükseliş* yükselmiş arttı artti artdı artdi qalxdı qalxdi yükseliyor fırladı firladi
  volume: hacim hacmi hacmin hacmini həcmi hecmi həcm hecm
  market cap: piyasa_değeri piyasa_değerini piyasa_hacmi bazar_dəyəri bazar_deyeri marketcap
  open interest: açık_pozisyon açik_pozisyon açık_pozisyonlar açik_pozisyonlar açık_faiz açik_faiz açıq_faiz açiq_faiz
  open interest: açık_pozisyonu açik_pozisyonu
  ranking: sıralama* siralama* reytinq
  list: liste listesi listele listeler listeyi listeleyin siyahı* siyahi*
  all: tüm tümü bütün hepsi hamısı hamisi hepsini
  total: toplam* ümumi cəmi cemi
  compare: karşılaştır* karşilaştir* müqayisə* müqayise* kıyasla* kiyasla*
  difference: fark farkı farki farklı farkli fərq ferq fərqi ferqi
  better: daha_iyi daha_yaxşı daha_yaxşi
  best: en_iyi en_iyisi ən_yaxşı en_yaxşi
  worst: en_kötü ən_pis en_pis
  forecast: tahmin tahmini tahminin tahminleri öngörü öngörüsü proqnoz*
  predict: tahmin_et tahmin_eder tahmin_edebilir öngör
  expect: bekle bekleniyor bekliyor* beklenen beklenti* gözlənilir gözlenilir gözləyirsən gözleyirsen
  think: düşünüyor* düşünürsün sence sizce düşünürsən düşünürsen səncə
  opinion: fikir fikri fikrin fikriniz görüşün görüşünüz
  recommend: öner önerir* önerebilir tavsiye_et tavsiye_eder məsləhət_gör meslehet_gör
  advice: tavsiye* öneri önerin önerisi məsləhət* meslehet*
  worth it: değer_mi dəyərmi deyermi mantıklı_mı mantikli_mi dəyər_mi deyer_mi
  future: gelecekte geleceği geleceğini ileride gələcəkdə gelecekde
  buy: satın_al satin_al satın_almak satin_almak satın_alayım satin_alayim alayım alayim almalı almali alım alim
  buy: alayım_mı alayim_mi alsam almak
  sell: satayım satayim satmalı satmali satmak satım satim satsam satış satiş satayım_mı satayim_mi
  send: gönder göndermek gönderebilir gönderir göndersene göndər göndərin gönderin yolla yollasana
  transfer: havale* aktar aktarma aktarım aktarim aktarabilir köçür*
  withdraw: para_çek çekim çekimi çekmek çekebilir çekme para_çekme
  pay: ödeme ödemek ödemem ödeyeyim öder ödeniş ödə öde
  delete: sil silin silmek silebilir silsene
  close: kapat* pozisyonu_kapat
  stop: durdur durdurun dayandır dayandir kes
  cancel: iptal iptal_et ləğv_et leğv_et
  execute: çalıştır çaliştir çalıştırın çaliştirin yürüt icra_et gerçekleştir
  create: oluştur* yarat*
  post it: paylaş paylaşın paylaşin yayınla* yayinla* paylaşsana
  notify: bildir haber_ver xəbər_ver xeber_ver bildirim bilgilendir*
  alert: uyarı uyari uyar alarm_kur
  remind: hatırlat* hatirlat* xatırlat* xatirlat* yadıma_sal yadima_sal
  write: yaz yazın yazin yazar_mısın yazar_misin yazsana
  translate: çevir çevirin çevirir_misin tercüme* tərcümə*
  calculate: hesapla hesaplayın hesaplayin hesaplar_mısın hesaplar_misin hesabla
  convert: dönüştür* konvertasiya
  explain: açıkla* açikla* anlat anlatır_mısın anlatir_misin izah izah_et
  means: ne_demek demek anlamı anlami mənası menasi anlama_gelir nə_deməkdir ne_demekdir ne_anlama
  definition: tanımı tanimi tanımla tanimla tanım tanim tərif terif
  works: çalışır çalişir çalışıyor çalişiyor işliyor işləyir işleyir
  difference between: arasındaki_fark arasindaki_fark arasında_fark arasinda_fark aralarındaki_fark aralarindaki_fark
  difference between: arasındakı_fərq arasindaki_ferq farkı_ne farki_ne
  example: örnek* misal nümunə nümune
  learn: öğren* öyrən* öyren*
  likes: beğeni* bəyən* beyen*
  views: görüntülenme* izlenme* baxış* baxiş*
  subscribers: abone* abunə* abune*
  comments: yorum* şərh* şerh*
  shares: paylaşılma* paylaşilma* retweeti
  messages: mesaj*
  members: üye üyesi üyeler üyeleri üzv üzvü üzvlər üzvler
  friends: arkadaşlar arkadaşları arkadaşlari arkadaş_sayısı arkadaş_sayisi dostları dostlari dostlar
  together: birlikte beraber birlikdə birlikde ikisi_birlikte
  copies: kopya* nüsxə* nüsxe*
  sold: satıldı satildi satılan satilan satılmış satilmiş sattı satti satılıb satilib
  reviews: inceleme* değerlendirme* rəylər reyler
  price on steam: steam_fiyatı steam_fiyati steamde_fiyatı steamde_fiyati steamdeki_fiyatı steamdeki_fiyati
  downloads: indirme* indirilme* endirmə endirme yükləmə yükleme
  rank: sıra sira sırada sirada sırası sirasi kaçıncı kaçinci neçənci neçenci yeri
  score: puan* skor skoru
  level: seviye* səviyyə* seviyye*
  room: kapasite* boş_yer
  transaction: işlem işlemi işlemin işlemini əməliyyat* emeliyyat*
  transactions: işlemler işlemleri işlem_sayısı işlem_sayisi
  block: blok bloğu blokta bloklar bloğun blokları bloklari
  network: ağın ağin ağında ağinda şəbəkə* şebeke* ağda ağdaki
  gas: gaz gazı gazi gaz_ücreti
  stock: hisse* səhm* sehm*
  gold: altın* altin* qızıl qizil
  currency: para_birimi döviz* valyuta*
  inflation: enflasyon* inflyasiya*
  weather: hava_durumu hava havalar hava_nasıl hava_nasil
  news: haber haberler haberleri xəbər xeber xəbərlər xeberler
  bank: banka* bankı banki bankası bankasi
  tax: vergi*
  salary: maaş*
  job: meslek iş_ilanı iş_ilani
  food: yemek* yemək*
  movie: filmi filmler filmini sinema* kinoya
  football: futbol* maçı maçi
  president: cumhurbaşkan* başkan* prezident*
  ignore instructions: talimatları_yoksay talimatlari_yoksay talimatları_unut talimatlari_unut önceki_talimatları
  ignore instructions: önceki_talimatlari talimatları_görmezden talimatlari_görmezden təlimatları_unut telimatlari_unut
  ignore instructions: talimatlarını_unut talimatlarini_unut yönergeleri_unut
  forget: unut unutun hepsini_unut
  pretend: gibi_davran rolü_yap gibi_yap
  reply with: cevap_ver diye_cevap yanıt_ver yanit_ver yanıtla yanitla cavab_ver
  say that: de_ki şunu_söyle diye_yaz
  system: sistem*
  rules: kurallar* kural kuralları kurallari qayda*
  hello: merhaba* selam* salam slm mrb günaydın günaydin iyi_günler iyi_akşamlar
  thanks: teşekkür* təşəkkür* sağol sağ_ol eyvallah çox_sağ_ol
  sorry: üzgünüm kusura_bakma kusura_bakmayın kusura_bakmayin özür* bağışlayın bağişlayin afedersin üzr_istəyirəm
  sorry: üzr_isteyirem
  friend: arkadaş arkadaşım arkadaşim dost dostum kanka kardeşim kardeş qardaş hocam
  boss: patronum müdür* patronu şef
  customer: müşteri* müştəri*
  colleague: iş_arkadaşım iş_arkadaşim iş_arkadaşı iş_arkadaşi meslektaş* həmkar* hemkar*
  money: parayı parayi paramı parami paranın paranin pulu
  market: piyasa* piyasada
  month end: ay_sonu ay_sonunda ayın_sonu ayin_sonu ayın_sonunda ayin_sonunda
  invoice: fatura* qaimə qaime
  report: rapor* hesabat*
  table: tablo* cədvəl* cedvel*
  token account: token_hesabı token_hesabının token_hesabında token_hesap
  payer: ödeyen
  input: giriş giriş_hesabı
  output: çıkış çıkış_hesabı
  not: değil yok
  or: veya yoksa
  if: eğer
  people: insan insanlar insanı
  growth: artış artışı
`;
