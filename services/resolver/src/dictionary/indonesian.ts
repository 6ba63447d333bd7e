/** English words for Indonesian ones. `dictionaryOf` tells the form. */
export const indonesian = `
  how many: ada_berapa berapa_banyak berapa_orang berapa_jumlah berapa_ramai brp_orang berapa_total berapa_ekor
  how much: berapa brp brapa berapaan berape berapa_harga berapa_duit
  what: apa apakah apaan apa_itu apa_saja
  which: yang_mana yg_mana manakah
  who: siapa siapakah sape sapa
  whose: milik_siapa punya_siapa kepunyaan_siapa punyanya_siapa
  when: kapan bila kapankah bilakah
  where: di_mana dimana kat_mana dmn ke_mana kemana
  why: kenapa mengapa knp
  how: bagaimana gimana gmn bagaimanakah macam_mana camne
  is: adalah ialah merupakan
  was: waktu_itu_adalah
  will: akan bakal
  can: bisa boleh bisakah bisa_nggak bolehkah dapatkah
  could: bisa_jadi mungkinkah
  should: sebaiknya seharusnya haruskah patutkah harus patut
  did: sudahkah apakah_sudah
  has: punya mempunyai
  does it exist: apakah_ada ada_nggak ada_tidak ada_gak ada_tak wujud adakah
  i need: saya_butuh aku_butuh saya_perlu aku_perlu butuh perlukan
  i want: saya_mau aku_mau saya_ingin pengen ingin saya_nak nak_tahu gue_mau pengin
  tell me: beritahu kasih_tau kasih_tahu bilang beri_tahu bagitahu ceritakan beritau
  give me: beri_saya berikan kasih beri_aku bagi_saya beri_kan
  show me: tunjukkan tampilkan perlihatkan tunjuk liatin tunjukin
  check: cek ngecek periksa semak dicek cekkan verifikasi pastikan
  please: tolong mohon silakan sila harap tlg minta
  know: tahu tau mengetahui ketahui tahukah
  look up: cari carikan lihat cariin liat telusuri
  price: hrg harge harga*
  worth: bernilai senilai nilainya nilai
  cost: biayanya biaya memakan_biaya kos
  rate: kurs nilai_tukar suku_bunga kadar kursnya
  spot: pasar_spot
  exchange: bursa tempat_jual_beli
  trading: diperdagangkan perdagangan jual_beli berdagang dagang
  dollars: dolar dolarnya
  funding: pendanaan biaya_pendanaan kadar_pembiayaan pembiayaan
  perpetual: kontrak_abadi abadi kontrak_perpetual
  long: posisi_beli posisi_long
  short: posisi_jual posisi_short jual_kosong
  followers: folower followernya folowers pengikut*
  following: diikuti mengikuti ngefollow
  follow: ikuti ikutin
  posts: postingan kiriman unggahan hantaran postingannya cuitan
  account: akaun rekening akun*
  username: nama_pengguna nama_akun nama_user
  players: pemain* jumlah_pemain
  playing: bermain lagi_main dimainkan memainkan yang_main sedang_main
  people: orang orang_orang ramai_orang
  online: daring sedang_online dalam_talian
  game: permainan gim gamenya
  server: peladen servernya
  active: aktif
  now: sekarang skrg skg skrang skarang
  currently: saat_ini kini ketika_ini sekarang_ini
  today: hari_ini hr_ini harini
  at the moment: pada_saat_ini buat_sekarang masa_ini waktu_ini
  right now: sekarang_juga detik_ini segera
  live: secara_langsung terkini langsung terbaru
  token: tokennya
  coin: kripto mata_uang_kripto syiling aset_kripto koin*
  wallet: dompet*
  address: alamat*
  program: programnya kontrak_pintar
  exists: terdapat eksis
  curve: kurva
  kind: jenis macam tipe jenisnya
  private key: kunci_pribadi kunci_privat kunci_peribadi frasa_pemulihan
  executable: dapat_dieksekusi bisa_dijalankan boleh_laksana
  owner: pemilik*
  owns: memiliki dimiliki
  belongs: milik kepunyaan termasuk
  delegate: delegasi didelegasikan wakil
  frozen: dibekukan beku membeku
  freeze: bekukan membekukan pembekuan
  authority: otoritas wewenang kewenangan
  mint: mencetak cetak pencetakan
  supply: pasokan suplai bekalan suplainya peredaran
  holders: pemegang pemegangnya
  concentrated: terkonsentrasi terpusat tertumpu terkumpul
  safe: aman selamat amankah
  risk: risiko resiko bahaya berisiko berbahaya
  scam: penipuan penipu tipu nipu tipuan
  honeypot: madu_jebakan
  trap: jebakan perangkap
  revoked: dicabut ditarik_balik dibatalkan
  pool: kolam poolnya
  reserves: cadangan rizab
  liquidity: kecairan likuiditas*
  fee: komisi yuran ongkos
  fees: biaya_biaya potongan
  swap: tukar menukar tukarkan ditukar nukar
  receive: menerima terima diterima
  amount: jumlah jumlahnya banyaknya
  base units: unit_dasar satuan_dasar satuan_terkecil unit_terkecil
  enabled: diaktifkan dihidupkan
  paused: dijeda dihentikan_sementara
  sign: menandatangani tandatangani ditandatangani
  signature: tanda_tangan tandatangan
  key: kunci
  upgrade: naik_taraf tingkatkan perbarui meningkatkan
  move: pindahkan memindahkan memindah pindah
  allowed: diizinkan dibolehkan diperbolehkan dibenarkan diijinkan
  permission: izin ijin kebenaran
  control: kendali mengendalikan kawalan mengontrol kontrol
  balance: baki saldo*
  holds: memegang pegang menyimpan
  contains: berisi mengandung isinya
  empty: kosong
  left: sisa sisanya tersisa tinggal_berapa
  yesterday: kemarin semalam kemaren kmrn
  tomorrow: besok esok bsk
  week: minggu pekan minggu_ini sepekan seminggu
  month: bulan bulan_ini sebulan bulanan
  year: tahun tahun_ini setahun tahunan
  ago: yang_lalu lalu yg_lalu silam
  last: terakhir minggu_lalu bulan_lalu tahun_lalu lepas
  next: depan minggu_depan bulan_depan tahun_depan berikutnya selanjutnya
  since: sejak semenjak
  before: sebelum
  after: setelah sesudah selepas
  during: selama semasa sepanjang
  morning: pagi tadi_pagi
  night: malam tadi_malam
  monday: senin isnin
  tuesday: selasa
  wednesday: rabu
  thursday: kamis khamis
  monday: jumat jumaat
  saturday: sabtu
  sunday: hari_minggu ahad
  january: januari
  february: februari pebruari
  march: maret bulan_mac
  may: bulan_mei mei
  june: juni
  july: juli julai
  august: agustus ogos
  october: oktober
  december: desember disember
  was before: sebelumnya dulu dahulu tadinya waktu_itu
  average: rata_rata purata rerata rata2 rata
  maximum: maksimum maksimal
  minimum: paling_sedikit sekurangnya
  highest: tertinggi paling_tinggi
  lowest: terendah paling_rendah
  record: rekor rekod
  peak: puncak puncaknya
  history: riwayat sejarah
  chart: grafik
  change: perubahan berubah
  percent: persen peratus persentase
  growth: pertumbuhan pertambahan kenaikan
  gained: bertambah untung
  lost: kehilangan rugi hilang kerugian
  fell: turun anjlok jatuh merosot
  rose: naik melonjak meningkat
  volume: volumenya isipadu
  market cap: kapitalisasi kapitalisasi_pasar modal_pasaran permodalan_pasaran
  open interest: kontrak_terbuka minat_terbuka
  ranking: klasemen papan_peringkat
  list: daftar senarai sebutkan
  all: semua seluruh semuanya segala
  total: totalnya keseluruhan
  compare: bandingkan banding dibandingkan perbandingan
  difference: selisih bedanya
  better: lebih_baik lebih_bagus
  best: terbaik paling_bagus
  worst: terburuk paling_buruk
  forecast: prakiraan ramalan perkiraan
  predict: prediksi memprediksi ramalkan meramal prediksikan
  expect: mengharapkan diharapkan
  think: menurutmu berpikir pikir fikir menurut_kamu
  opinion: pendapat pandangan opini
  recommend: rekomendasi rekomendasikan sarankan
  advice: saran nasihat
  worth it: layakkah layak berbaloi sepadan
  future: masa_depan kedepannya
  buy: beli membeli belikan beliin borong
  sell: jual menjual jualkan jualin
  send: kirim kirimkan hantar mengirim kirimin
  transfer: pindah_dana mentransfer transferkan
  withdraw: tarik penarikan keluarkan menarik
  pay: bayar membayar bayarkan pembayaran
  delete: hapus padam menghapus buang
  close: tutup menutup
  stop: berhenti hentikan setop
  cancel: batalkan batal membatalkan
  execute: jalankan eksekusi laksanakan
  create: buat buatkan membuat bikin cipta bikinin
  post it: unggah posting_kan publikasikan postingkan terbitkan
  notify: kabari maklumkan notifikasi
  alert: peringatan amaran
  remind: ingatkan peringatkan
  write: tulis tuliskan menulis
  translate: terjemahkan terjemah menerjemahkan artiin
  calculate: hitung menghitung hitungkan
  convert: konversi konversikan tukaran
  explain: jelaskan menjelaskan terangkan jelasin
  means: artinya maksudnya bermaksud berarti arti
  definition: definisi pengertian takrif
  works: cara_kerja berfungsi bekerja
  difference between: perbedaan perbezaan beda bezanya
  example: contoh contohnya misalnya
  learn: belajar pelajari mempelajari
  likes: suka tanda_suka jumlah_suka
  views: penayangan tayangan tontonan dilihat
  subscribers: pelanggan_kanal langganan
  comments: komentar komen ulasan_komen
  shares: dibagikan bagikan kongsi
  messages: pesan mesej
  members: anggota ahli
  friends: teman_teman kawan_kawan
  together: bersama bareng sama_sama digabung
  copies: salinan kopi_terjual eksemplar
  sold: terjual dijual laku
  reviews: ulasan resensi
  price on steam: harga_game harga_gim
  downloads: unduhan muat_turun diunduh
  rank: peringkat kedudukan
  score: skor
  level: tingkat tahap
  room: kapasitas muatan
  transaction: urus_niaga transaksi*
  transactions: riwayat_transaksi semua_transaksi
  block: blok
  network: jaringan rangkaian
  gas: bensin biaya_gas
  stock: saham
  gold: emas
  currency: mata_uang matawang mata_wang
  inflation: inflasi
  weather: cuaca
  news: berita
  tax: pajak cukai
  salary: gaji
  job: pekerjaan kerja kerjaan loker
  food: makanan makan resep masak
  movie: filem bioskop
  football: sepak_bola bola bola_sepak sepakbola
  president: presiden
  ignore instructions: abaikan abaikan_instruksi abaikan_arahan
  forget: lupakan lupa
  pretend: pura_pura berpura_pura bertindak_sebagai berlagak
  reply with: balas jawab dijawab balas_dengan
  say that: katakan ucapkan cakap
  system: sistem
  rules: aturan peraturan instruksi arahan
  hello: hai assalamualaikum selamat_pagi selamat_siang selamat_malam apa_kabar
  thanks: terima_kasih makasih trims makasi
  sorry: maaf maafkan sori
  friend: teman kawan sahabat
  boss: bos atasan majikan
  customer: pelanggan
  colleague: rekan_kerja rakan_sekerja kolega
  money: uang duit duitnya uangnya
  market: pasar pasaran
  month end: akhir_bulan hujung_bulan
  invoice: faktur tagihan invois
  report: laporan
  table: tabel jadual
  token account: akun_token rekening_token
  payer: pembayar
  input: masukan akun_masuk
  output: keluaran akun_keluar
  not: tidak bukan nggak gak tanpa
  or: atau
  if: kalau jika
`;
