/** English words for Italian ones. `dictionaryOf` tells the form. */
export const italian = `
  is: sta si_trova
  how many: quanti quante quanta_gente
  how much: quanto quanta a_quanto quanto_costa quanto_vale quanto_sta quant'è quant_è
  what: qual quale che cosa che_cosa cos'è cos_è qual'è qual_è
  which: quali in_quale di_quale
  who: chi chi_è
  whose: di_chi
  when: quando
  where: dov'è dov_è dove_posso dove_si dove_sta dove_sono dove_trovo da_dove
  why: perché xké come_mai xche
  how: com'è com_è come_si come_faccio come_posso come_va come_sta come_fare in_che_modo
  are: sono stanno siamo ci_sono
  was: stava stavano erano
  will: sarà saranno sarai andrà verrà
  can: può puoi posso possono si_può possiamo riesci riesce potete
  could: potrebbe potresti potrei potrebbero poteva
  should: dovrei dovrebbe dovremmo devo deve dovresti
  did: ha_fatto hanno_fatto
  has: ha_un ha_una hanno aveva ha_il
  does it exist: esiste_un esiste_una esiste_il esiste_la esiste_lo esiste_questo esiste_questa c'è c_è
  i need: ho_bisogno mi_serve mi_servono mi_occorre abbiamo_bisogno ci_serve
  i want: voglio vorrei mi_piacerebbe vogliamo vorremmo
  tell me: dimmi mi_dici dirmi mi_dica ditemi mi_sai_dire raccontami mi_puoi_dire
  give me: dammi mi_dai datemi darmi mi_dia passami
  show me: mostrami fammi_vedere mostra mostrare visualizza mostratemi
  check: controlla controllare verifica verificare verificami controllami guarda guardami
  please: per_favore per_piacere perfavore per_cortesia x_favore
  know: sapere sai sapete conosci conoscere conosce
  look up: cerca cercare cercami trova trovami consulta consultare
  price: prezzo prezzi quotazione quotazioni
  worth: vale valgono valore valeva varrà valutato
  cost: costa costano costo costi costava costare costerebbe
  rate: tasso tassi tasso_di_cambio tasso_di_interesse quotato
  spot: a_pronti
  exchange: borsa piattaforma piattaforme
  trading: scambiato scambiata quotata si_scambia negoziato
  dollars: dollari dollaro
  euros: euri
  funding: finanziamento tasso_di_finanziamento tasso_di_funding finanziamenti
  perpetual: perpetuo perpetui perpetua perpetue contratto_perpetuo
  long: lungo lunghi posizione_lunga rialzista
  short: corto corti posizione_corta shortare allo_scoperto ribassista
  followers: seguaci lo_seguono la_seguono seguito_da
  following: seguiti account_seguiti seguendo chi_segue
  follow: seguire segue seguono seguo segui
  posts: pubblicazioni pubblicazione postato postati pubblicati messaggi_pubblicati
  account: conto conti
  profile: profilo profili
  username: nome_utente utente utenti
  players: giocator* giocatrici
  playing: giocando giocano gioca giocare stanno_giocando
  people: persone gente
  online: connessi connesso in_linea collegati connesse
  game: gioco giochi videogioco videogiochi
  active: attivo attivi attiva attive
  now: ora adesso
  currently: attualmente attuale attuali corrente correnti
  today: oggi odierno odierna
  at the moment: al_momento in_questo_momento per_ora momentaneamente
  right now: proprio_ora proprio_adesso in_quest'istante in_questo_istante
  live: dal_vivo in_diretta in_tempo_reale tempo_reale
  token: gettone gettoni
  coin: moneta monete cripto criptovaluta criptovalute
  wallet: portafogli*
  address: indirizzo indirizzi
  program: programma programmi contratto_intelligente
  exists: esiste esistono esisteva
  curve: curva
  kind: tipo tipi genere che_tipo
  private key: chiave_privata chiavi_private frase_segreta
  executable: eseguibile eseguibili
  owner: proprietari* titolare intestatario
  owns: possiede possiedono possedere è_di_proprietà
  belongs: appartiene appartengono appartenere apparteneva
  delegate: delegato delegata delegati delegare delega
  frozen: congelat* bloccato bloccata
  freeze: congelare congelamento congela bloccare
  authority: autorità
  mint: coniare conio coniazione mintare emettere emissione
  supply: offerta offerta_totale circolante in_circolazione fornitura
  holders: detentor* possessor* titolari
  concentrated: concentrato concentrata concentrati concentrazione
  safe: sicur* affidabil*
  risk: rischi* pericolos*
  scam: truff* fregatura frode imbroglio raggiro
  honeypot: barattolo_di_miele
  trap: trappol*
  revoked: revocat* rinunciat*
  pool: bacino
  reserves: riserv*
  liquidity: liquidità
  fee: commissione tariffa
  fees: commissioni tariffe
  swap: scambio scambia scambi scambiare swappare swappo permuta
  receive: ricev* ottengo ottenere otterrei riceverei
  amount: importo importi quantità ammontare cifra
  base units: unità_di_base unità_base unità_minime
  enabled: abilitat* attivato attivata
  paused: in_pausa sospeso sospesa messo_in_pausa
  sign: firmare firmano firmi può_firmare firmatario firmatari firmando
  signature: firma firme
  key: chiave chiavi
  upgrade: aggiorna aggiornare aggiornabile aggiornamento
  move: spostare sposta spostano muovere spostarli muove
  allowed: permesso_di consentito consentita autorizzat* permette consente
  permission: permesso permessi autorizzazione autorizzazioni
  control: controllo_di controllano gestisce comanda
  balance: saldo saldi bilancio
  holds: detiene detengono custodisce tiene
  contains: contiene contengono contenere
  empty: vuoto vuota vuoti vuote
  left: rimane rimangono rimasto rimasti restano rimanente
  yesterday: ieri altroieri
  tomorrow: domani dopodomani
  week: settiman*
  month: mese mesi mensile
  year: anno anni annuo
  ago: un_anno_fa tempo_fa
  last: ultimo ultima ultimi ultime scorso scorsa scorsi passato
  next: prossimo prossima prossimi prossime seguente
  since: da_quando
  before: prima precedente
  after: dopo dopo_di successivo
  during: durante nel_corso
  morning: mattina mattino stamattina stamane
  night: notte stanotte sera stasera
  monday: lunedì
  monday: venerdì martedì mercoledì giovedì sabato domenica
  january: gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
  was before: era_prima stava_prima valeva_prima
  average: medio medi in_media prezzo_medio valore_medio la_media
  maximum: massimo massimi massima
  minimum: minimo minimi minima
  highest: più_alto più_alta più_alti maggiore il_più_alto
  lowest: più_basso più_bassa minore
  record: massimo_storico primato
  peak: picco picchi apice
  history: storico storia cronologia storici
  chart: grafico grafici
  change: cambiato cambiamento variazione variazioni cambio cambia cambiata
  percent: per_cento percento percentuale percentuali
  growth: crescita cresciuto cresciuta
  gained: guadagnato guadagnati guadagna guadagno
  lost: perso persa persi perdita perdite perduto
  fell: sceso scesa crollato calato caduto scende calo è_sceso
  rose: salito salita aumentato sale_il cresce aumento
  volume: volumi
  market cap: capitalizzazione capitalizzazione_di_mercato capitalizzazione_di_borsa
  open interest: interesse_aperto posizioni_aperte
  ranking: classifica classifiche graduatoria
  list: elenco elenca elencami lista liste elencare
  all: tutti tutte tutto tutta
  total: totale totali in_totale complessivo complessivamente
  compare: confronta confrontare paragona confronto paragonare
  difference: differenza differenze
  better: meglio migliore_di
  best: migliore migliori il_meglio il_miglior
  worst: peggiore peggiori peggio
  forecast: previsione previsioni pronostico
  predict: prevedere prevedi prevede predire predici
  expect: aspetti aspettarsi ci_si_aspetta ti_aspetti
  think: pensi pensa credi pensate ritieni
  opinion: opinione opinioni parere
  recommend: consigli consiglia consigliare raccomandi raccomanda suggerisci
  advice: consiglio suggerimento suggerimenti
  worth it: vale_la_pena conviene ne_vale
  future: futuro futura avvenire
  buy: compra comprare compro acquista acquistare acquisto comprami
  sell: vendere vendi vendo vendita
  send: invia inviare invio manda mandare mandami inviami spedisci spedire
  transfer: trasferire trasferisci trasferimento bonifico trasferiscimi
  withdraw: prelevare preleva prelievo ritirare ritira prelievi
  pay: pagare paga pago pagamento paghi
  delete: elimina eliminare cancellare_il rimuovi rimuovere
  close: chiudi chiudere chiusura chiude
  stop: ferma fermare fermati smetti smettere interrompi
  cancel: annulla annullare cancella cancellare disdire
  execute: esegui eseguire esegue eseguo
  create: crea creare creami creazione generare
  post it: pubblica pubblicare posta_il postare postalo pubblicalo twitta
  notify: notifica notificami notificare avvisa avvisami avvisare avvertimi
  alert: allerta avviso allarme avvisi
  remind: ricordami ricorda ricordare promemoria
  write: scrivi scrivere scrivimi redigi
  translate: traduci tradurre traduzione traducimi
  calculate: calcola calcolare calcolami calcolo
  convert: converti convertire conversione convertimi
  explain: spiega spiegami spiegare spiegazione mi_spieghi
  means: significa significano vuol_dire vuole_dire significato
  definition: definizione definisci definire
  works: funziona funzionano funzionare funzionamento come_funziona
  difference between: differenza_tra differenza_fra differenze_tra
  example: esempio esempi per_esempio
  learn: imparare impara imparo apprendere
  likes: mi_piace mipiace
  views: visualizzazioni visualizzazione viste
  subscribers: iscritti iscritto abbonati
  comments: commento commenti
  shares: condivisioni condivisione condiviso
  messages: messaggio messaggi
  members: membro membri
  friends: amici amiche
  together: insieme messi_insieme
  copies: copie copia
  sold: venduto vendute venduti venduta
  reviews: recensione recensioni
  price on steam: prezzo_su_steam costa_su_steam prezzo_di_steam
  downloads: scaricamenti scaricato scaricamento
  rank: posizione_in posto rango
  score: punteggio punteggi punti voto
  level: livello livelli
  room: capienza posti capacità
  transaction: transazione operazione
  transactions: transazioni operazioni movimenti
  block: blocco blocchi
  network: rete reti
  gas: costo_del_gas
  stock: azione azioni titolo_azionario titoli
  gold: oro
  currency: valuta valute divisa
  inflation: inflazione
  weather: meteo che_tempo tempo_fa_a pioverà
  news: notizia notizie novità
  bank: banca banche
  tax: tassa tasse imposta imposte
  salary: stipendio stipendi salario
  job: lavoro impiego
  food: cibo mangiare ricetta cena pranzo
  movie: pellicola film_da un_film
  football: calcio pallone partita
  president: presidente
  ignore instructions: ignora_le_istruzioni ignora_tutte ignora_tutto ignora_le ignora_istruzioni ignora_quanto
  forget: dimentica dimenticare scorda dimenticati
  pretend: fingi fingere fai_finta facciamo_finta
  reply with: rispondi_con rispondi_solo rispondi rispondere_con rispondi_soltanto
  say that: dì_che dici_che
  system: sistema sistemi
  rules: regola regole norme
  hello: ciao buongiorno buonasera salve buondì ehi
  thanks: grazie grazie_mille
  sorry: scusa scusami mi_dispiace scusate scusi
  friend: amico amica bro_mio
  boss: il_capo mio_capo
  customer: cliente clienti
  colleague: collega colleghi colleghe
  money: soldi denaro quattrini grana
  market: mercato mercati
  month end: fine_mese fine_del_mese fine_di_mese
  invoice: fattura fatture bolletta
  report: rapporto resoconto relazione rapporti
  table: tabella tabelle
  token account: conto_token conto_di_token account_token
  payer: pagatore
  input: ingresso conto_di_ingresso
  output: uscita conto_di_uscita
  not: non senza
  or: oppure
`;
