/** English words for Romanian ones. `dictionaryOf` tells the form. */
export const romanian = `
  how many: câți câte număr_de numărul
  how much: cât_costă cât_e cât_este cât_face cât_valorează cât_a cât_de_mult câtă cât_îi cu_cât cât_mai
  what: ce_e ce_este ce_înseamnă
  which: care_e care_este care_sunt care_dintre ce_fel
  who: cine cine_e
  whose: al_cui a_cui cui ai_cui ale_cui
  when: când de_când
  where: unde pe_unde
  why: dece de_ce din_ce_cauză
  how: cum_pot cum_se cum_fac cum_stă cum_e cum_a cum_să cum_merge cum_aflu cum_mai
  is: este îi_la e_pe se_află
  are: sunt suntem sînt
  was: era_la fost au_fost erau a_fost
  will: vor va_fi vor_fi o_să vei
  can: poate poți pot_să putem puteți se_poate pot_fi
  could: ar_putea ai_putea aș_putea putea
  should: trebuie ar_trebui trebuia trebui
  did: făcut a_făcut
  has: are_un are_o avea are_contul are_câți are_acest are_această are_adresa
  does it exist: există_vreun există_vreo există_un există_o există_acest există_această este_vreun ai_vreun
  i need: am_nevoie îmi_trebuie nevoie avem_nevoie imi_trb
  i want: vreau aș_vrea aș_dori doresc vrem
  tell me: spune_mi spunemi zi_mi zimi spuneți_mi îmi_spui să_mi_spui îmi_poți_spune spune
  give me: dă_mi dami dați_mi îmi_dai să_mi_dai dă_ne
  show me: arată_mi aratămi arată arătați_mi afișează îmi_arăți afișați
  check: verifică verificați verifici verificare controlează uită_te
  please: te_rog vă_rog rog_frumos vrog
  know: știu știi știe știți cunoști cunoaște
  look up: caută căutați găsește cauți căutare consultă
  price: preț prețul prețuri prețului cotația cotație prețurile
  worth: valorează valoare valoarea valora
  cost: costă costul costuri costurile
  rate: curs cursul rată rata_dobânzii dobânda curs_valutar
  spot: la_vedere
  exchange: bursă burse platformă
  trading: tranzacționat tranzacționează tranzacționată tranzacționare cotat
  dollars: dolari dolarul dolarilor
  funding: finanțare finanțării rata_de_finanțare finanțarea
  perpetual: perpetuu perpetue perpetui contract_perpetuu
  long: poziție_lungă pozitie_long
  short: poziție_scurtă pozitie_short
  followers: urmăritor* followeri followerii followerilor
  following: urmărește_câți urmăriți conturi_urmărite persoane_urmărite
  follow: urmărește urmări urmăresc urmărești
  posts: postări postare postarea postările postat postate publicat
  account: cont contul conturi contului conturile
  profile: profil profilul profiluri profilului
  username: utilizator utilizatorul utilizatori nume_de_utilizator numele_de_utilizator
  players: jucător*
  playing: joacă jucând jucat jucați joci jucăm
  people: oameni persoane oamenii lumea
  online: conectați conectat logați
  game: joc jocul jocuri jocului jocurile
  server: serverul servere serverele serverului
  active: activ activi activă activele
  now: acum acu acuma
  currently: curent curentă actuală momentan prezent actualul
  today: azi astăzi de_azi
  at the moment: în_acest_moment la_momentul_actual pe_moment deocamdată
  right now: chiar_acum imediat în_clipa_asta exact_acum acum_imediat
  live: în_direct în_timp_real pe_viu
  token: jeton jetoane tokenul tokenului tokeni tokenuri tokenii
  coin: monedă monede cripto criptomoned* monedei
  wallet: portofel*
  address: adresă adrese adresei
  program: programul programe programului
  exists: există existe
  curve: curbă curbei
  kind: tipul fel_de felul tipuri
  private key: cheie_privată cheia_privată chei_private cheii_private frază_secretă
  executable: executabil executabilă
  owner: proprietar* posesor stăpân deținătorul_contului
  owns: deține dețin posedă deținut_de
  belongs: aparțin*
  delegate: delegat delegată delegatul
  frozen: înghețat înghețată inghetate blocat blocată
  freeze: îngheț* blochează bloca
  authority: autoritate autoritatea autorități autorității
  mint: emitere emite mintui emiterea
  supply: ofertă circulație în_circulație ofertei cantitate_totală
  holders: deținător* posesori
  concentrated: concentrat concentrată concentrare
  safe: sigură sigur siguranță în_siguranță fiabil
  risk: risc riscant riscuri riscul periculos pericol
  scam: țeapă înșelătorie escrocherie fraudă escroc țepar
  honeypot: borcan_cu_miere
  trap: capcană capcane
  revoked: revocat revocată revocate renunțat
  pool: poolul pooluri poolului
  reserves: rezerve rezerva rezervele
  liquidity: lichiditate lichiditatea lichidități
  fee: comision comisionul taxă
  fees: taxele comisioane comisioanele taxe_de
  swap: schimb schimba schimbi schimbul
  receive: primesc primi primește primim obțin obține
  amount: sumă cantitate cantitatea sume
  base units: unități_de_bază unități_minime unitate_de_bază
  enabled: activat activată pornit
  paused: în_pauză suspendat suspendată pus_pe_pauză
  sign: semnez semnează semna semneze poate_semna semnatar semnatari
  signature: semnătur*
  key: cheie cheia chei cheile parola
  upgrade: actualiz* modernizare
  move: mută mișcă deplasa
  allowed: permis permisă autorizat autorizată voie permite
  permission: permisiune permisiuni permisiunea drept drepturi autorizație
  control: controlul deține_controlul stăpânește
  balance: soldul solduri soldului balanță ce_sold sold_are
  holds: păstrează ține păstra
  contains: conține conțin conținut
  empty: gol goală goale goi
  left: rămas rămase mai_rămâne rămâne rămân rămași
  yesterday: ieri alaltăieri
  tomorrow: mâine poimâine
  week: săptămân*
  month: luna_asta luna_trecută luna_aceasta pe_lună lunii luni_de lunar lunile
  year: anul ani anului anii anual
  ago: acum_un acum_o acum_două acum_trei în_urmă acum_doi acum_câteva
  last: ultimul ultimele ultimii ultimă trecut trecută
  next: următor următorul următoarea următoarele viitoare
  since: de_la începând din_data
  before: înainte anterior precedent înainte_de
  after: după după_ce ulterior
  during: timpul pe_parcursul în_timpul
  morning: dimineață
  night: noapte noaptea seara diseară deseară
  monday: luni lunea
  monday: vineri marți miercuri joi sâmbătă duminică
  january: ianuarie februarie martie aprilie în_mai din_mai iunie iulie în_august din_august septembrie octombrie
  january: noiembrie decembrie
  was before: era_înainte a_fost_înainte era_anterior
  average: medie mediu în_medie
  maximum: maxim maximă maximul
  minimum: minimă minimul
  highest: cel_mai_mare cea_mai_mare cele_mai_mari cel_mai_înalt cel_mai_ridicat
  lowest: cel_mai_mic cea_mai_mică cele_mai_mici cel_mai_scăzut
  record: recordul recorduri maxim_istoric record_istoric
  peak: vârf vârful vârfuri apogeu
  history: istoric istoricul istorie istoria
  chart: grafic graficul grafice graficului
  change: schimbare schimbat modificat modificare variație variația modificări
  percent: sută la_sută procent procente procentaj
  growth: creștere creșterea creșterii
  gained: câștigat câștig câștigă castiguri
  lost: pierdut pierdere pierderi pierde
  fell: scăzut căzut scade scădere cade prăbușit
  rose: crescut urcat crește urcă
  volume: volum volumul volumului
  market cap: capitalizare capitalizarea capitalizare_de_piață
  open interest: poziții_deschise interes_deschis
  ranking: clasament clasamentul topul
  list: listă listează enumeră listați
  all: toate toți tuturor toată tot_ce
  total: totalul totală în_total
  compare: compară comparație comparați comparativ
  difference: diferență diferențe
  better: mai_bun mai_bună mai_bine mai_bune
  best: cel_mai_bun cea_mai_bună cele_mai_bune cei_mai_buni
  worst: cel_mai_rău cel_mai_prost cea_mai_proastă cel_mai_slab
  forecast: prognoz* previziune previziuni
  predict: prezice preziceți predicție prezici estimează
  expect: aștepți așteptăm se_așteaptă așteaptă
  think: crezi credeți gândești crede
  opinion: părere părerea opinie opinia păreri
  recommend: recomand* recomanzi sugerezi
  advice: sfat sfaturi sfătui
  worth it: merită se_merită rentează
  future: viitor viitorul viitorului
  buy: cumpăr* achiziționa achiziție
  sell: vinde vând vindem vânzare vindeți vândă
  send: trimite trimit trimiteți trimis expediază
  transfer: transferă transferați transferul virament
  withdraw: să_scot retrage retrag retragere retrageți
  pay: plătesc plăti plătește plată plătiți
  delete: șterge ștergeți ștergere elimină
  close: închide închideți închidere
  stop: oprește opriți oprire încetează
  cancel: anulează anula anulați anulare
  execute: execută executați rulează
  create: creează crea creați creez generează
  post it: publică postează publicați tuitează
  notify: notifică anunță anunță_mă notificare avertizează înștiințează
  alert: alertă alerte alertează
  remind: amintește aminteste_mi reamintește
  write: scrie scrieți scrie_mi redactează
  translate: traduce traduceți tradu traducere
  calculate: calculează calcula calculați calcul
  convert: convertește converti transformă conversie convertesc
  explain: explică explicați explică_mi explicație
  means: înseamnă semnifică semnificație
  definition: definiție definiția definește
  works: funcționează functionare cum_funcționează
  difference between: diferența_dintre diferențe_între diferența_între
  example: exemplu exemple exemplul
  learn: învață învăț
  likes: aprecieri like_uri likeuri laikuri
  views: vizualizări vizionări vizualizare
  subscribers: abonați abonaților abonat abonații
  comments: comentarii comentariu comentariile
  shares: distribuiri distribuit share_uri
  messages: mesaje mesaj mesajele mesajul
  members: membri membrii membru
  friends: prieteni prietenii prietene
  together: împreună laolaltă
  copies: copii_vândute exemplare copiile
  sold: vândut vândute vânduți
  reviews: recenzii recenzie review_uri
  price on steam: preț_pe_steam costă_pe_steam prețul_pe_steam
  downloads: descărcări descărcare descărcat
  rank: locul poziția poziție
  score: scor scorul punctaj puncte
  level: nivel nivelul niveluri
  room: capacitate locuri spațiu
  transaction: tranzacție tranzacția tranzacției
  transactions: tranzacții tranzacțiile tranzacțiilor
  block: blocul blocuri blocului
  network: rețea rețeaua rețele rețelei
  gas: taxa_de_gaz
  stock: acțiune acțiuni acțiunile acțiunii
  gold: aur aurul aurului
  currency: valută valute
  inflation: inflație inflația inflației
  weather: vreme vremea plouă meteo
  news: știri știrile noutăți știre
  bank: bancă bănci
  tax: taxe impozit impozite impozitul
  salary: salariu salarii salariul leafă
  job: serviciu loc_de_muncă muncă
  food: mâncare mâncarea rețetă
  movie: filme filmul
  football: fotbal meci meciul
  president: președinte*
  ignore instructions: ignoră_instrucțiunile ignoră_toate ignoră_tot ignorați ignoră_regulile ignoră_ce
  forget: uită uitați să_uiți
  pretend: prefă_te prefăceți imaginează
  reply with: răspunde_cu răspunde răspundeți răspunde_doar
  say that: spune_că zi_că
  system: sistem sistemul sistemului
  rules: reguli regulile regulă
  hello: salut bună_ziua bună bună_dimineața bună_seara salutare noroc
  thanks: mulțumesc mersi mulțam mulțumim mulțumiri
  sorry: scuze iertare îmi_pare_rău scuzați
  friend: prieten frate amic vere
  boss: șef șeful șefu șefule
  customer: clientul clienți clientului
  colleague: coleg* colegi
  money: bani banii lovele
  market: piață piețe pieței
  month end: sfârșitul_lunii sfârșit_de_lună final_de_lună finalul_lunii
  invoice: factură facturi facturii
  report: raport raportul rapoarte
  table: tabel tabelul tabele
  token account: cont_de_token contul_de_token cont_token
  payer: plătitor*
  input: intrare
  output: ieșire
  not: fără
  or: sau
  if: dacă
`;
