/** English words for German ones. `dictionaryOf` tells the form. */
export const german = `
  how many: wie_viele wieviele wieviel_leute anzahl wie_viel_leute
  how much: wie_viel wieviel was_kostet was_kosten wie_teuer was_kostete wie_hoch
  what: was_ist was_sind was_hat was_war was_für was_macht was_wäre was_passiert was_gibt was_bekomme was_bedeutet
  which: welche welcher welches welchen welchem
  who: wer wem
  whose: wessen wem_gehört
  when: wann ab_wann
  where: woher wohin worauf
  why: warum wieso weshalb wozu
  how: wodurch wie
  is: ist steht liegt
  are: sind seid
  was: waren wurde war_der war_das war_die war_es
  will: wird_der wird_die wird_das wird_es werden wirst
  can: kann kannst können könnt
  could: könnte könnten könntest
  should: soll sollte sollten sollen sollst muss müssen
  did: taten
  has: hat_der hat_die hat_das hat_er hat_es hat_sie haben hatte habt
  does it exist: gibt_es gibts gibt's existiert_der existiert_die existiert_das existiert_ein existiert_dieser
  does it exist: existiert_diese gab_es
  i need: ich_brauche brauche ich_benötige benötige brauch_ich wir_brauchen benötigen brauch brauchen
  i want: ich_will ich_möchte möchte ich_hätte will_ich wir_wollen ich_wollte hätte_gern hätte_gerne
  tell me: sagen_sie sag_mir sage_mir sag_mal erzähl_mir nenn_mir nenne_mir verrate_mir mir_sagen nennen_sie
  give me: gib_mir gib_mal gebt_mir gib_uns geben_sie
  show me: zeigen_sie zeig_mir zeige_mir zeig_mal zeig zeige anzeigen zeigen zeigt
  check: prüf prüfe prüfen überprüf* schau_mal schau schaue nachschauen checke checken guck_mal guck nachsehen
  check: kontrolliere
  please: bitte bittesehr
  know: weiß weiss wissen weisst weißt kennst kenne kennt kennen wüsste
  look up: suche suchen nachschlagen finde finden abfragen abrufen
  price: preis preise kurs kurse preises
  worth: wert werte gegenwert marktwert
  cost: kostet kostete kostest gekostet kosten
  rate: wechselkurs* zinssatz zinsen zins
  spot: kassamarkt kassakurs spotpreis
  exchange: börse börsen handelsplatz handelsplattform handelsbörse
  trading: gehandelt handelt handel handeln notiert
  funding: finanzierung* finanzierungsrate fundingrate
  perpetual: ewig*
  long: long_position kaufposition
  short: leerverkauf* short_position
  followers: followern followerzahl*
  following: folgt_er gefolgt abonniert
  follow: folge folgen folgt folgst
  posts: beiträge beitrag gepostet veröffentlicht*
  account: konto konten kontos
  profile: profil profils
  username: benutzername* nutzername*
  players: spieler spielern spielerzahl* zocker spielerinnen
  playing: spielen zocken spielt zockt spielst gespielt gezockt
  people: leute menschen personen
  online: eingeloggt verbunden
  game: spiel spiele spiels
  active: aktiv aktive aktiven aktiver
  now: jetzt
  currently: aktuell aktuelle aktueller aktuellen aktuelles derzeit zurzeit derzeitig* momentan momentane gegenwärtig
  today: heute heutig*
  at the moment: im_moment zur_zeit im_augenblick
  right now: gerade jetzt_gerade eben_gerade genau_jetzt gerade_jetzt sofort
  live: in_echtzeit echtzeit livekurs
  coin: münze* krypto* kryptowährung*
  wallet: geldbörse* brieftasche* geldbeutel
  address: adresse adressen anschrift
  program: programm programms
  exists: existiert existieren existierte vorhanden
  curve: kurve kurven bondingkurve
  kind: welche_art sorte typ art_von was_für_ein
  private key: privater_schlüssel private_schlüssel privaten_schlüssel privatschlüssel
  executable: ausführbar*
  owner: besitzer* eigentümer* inhaber
  owns: besitzt besitzen
  belongs: gehört gehören gehörte
  delegate: delegiert* delegierter bevollmächtigt*
  frozen: eingefroren* gesperrt*
  freeze: einfrieren einfriert sperren sperrt
  authority: autorität* befugnis*
  mint: prägen geprägt prägung minten gemintet nachprägen
  supply: angebot umlauf umlaufmenge gesamtmenge umlaufend* gesamtangebot
  holders: haltern inhabern tokenhalter
  concentrated: konzentriert* konzentration
  safe: sicher* vertrauenswürdig* seriös*
  risk: risiko risiken riskant* gefährlich* gefahr
  scam: betrug* betrüger* abzocke schwindel
  honeypot: honigtopf honigfalle
  trap: falle hinterhalt
  revoked: widerrufen* entzogen aufgehoben abgegeben
  pool: liquiditätspool*
  reserves: reserven rücklagen
  liquidity: liquidität
  fee: gebühr
  fees: gebühren handelsgebühr* gebührensatz
  swap: tausche tauschen tausch umtausch* eintauschen swappe swappen getauscht
  receive: bekomme bekommen erhalte erhalten kriege kriegen krieg_ich bekommt rauskommen bekäme
  amount: betrag beträge menge mengen summe
  base units: basiseinheit* kleinste_einheit kleinsten_einheiten grundeinheit*
  enabled: aktiviert* eingeschaltet freigeschaltet
  paused: pausiert* angehalten
  sign: unterschreib* unterzeichn* signier*
  signature: unterschrift unterschriften signaturen signatur
  key: schlüssel schlüssels
  upgrade: aktualisier* upgraden aufrüsten upgradebar
  move: bewegen bewege verschieben verschiebe bewegt abziehen
  allowed: erlaubt darf dürfen erlaubte zulässig
  permission: erlaubnis genehmigung* berechtigung* rechte zugriffsrechte
  control: kontrolle kontrolliert steuert beherrscht
  balance: guthaben kontostand kontostände saldo
  holds: halten hältst gehalten
  contains: enthält enthalten beinhaltet
  empty: leere leeres leeren ist_leer ganz_leer sind_leer
  left: übrig verbleib* restlich* verblieben
  yesterday: gestern vorgestern gestrig*
  tomorrow: morgen übermorgen morgigen
  week: woche wochen wöchentlich
  month: monat monate monats monaten monatlich
  year: jahr jahre jahres jahren jährlich
  ago: vor_einem vor_einer vor_zwei vor_drei
  last: letzte letzten letzter letztes letztem vergangen* vorige vorigen
  next: nächste nächsten nächster nächstes kommende kommenden
  since: seit seitdem
  before: vorher bevor zuvor davor
  after: nach nachdem danach nachher
  during: während
  morning: morgens früh vormittag* heute_morgen heute_früh
  night: nacht nachts abend abends heute_abend
  monday: montag montags
  monday: freitag freitags dienstag mittwoch donnerstag samstag sonnabend sonntag
  january: januar jänner februar märz im_april mai juni juli im_august im_september oktober im_november dezember
  was before: war_vorher war_davor stand_vorher stand_früher war_früher
  average: durchschnitt* mittelwert schnitt
  maximum: maximale maximaler höchststand höchstwert höchstens
  minimum: minimale mindest* tiefstwert
  highest: höchste höchsten höchster höchstes größte größten
  lowest: niedrigste* tiefste* kleinste kleinsten
  record: rekord* bestmarke
  peak: spitze höhepunkt spitzenwert gipfel allzeithoch
  history: verlauf historie* historisch* geschichte kursverlauf
  chart: diagramm* grafik kursdiagramm
  change: änderung* veränder* verändert geändert ändert ändern schwankung*
  percent: prozent prozentual*
  growth: wachstum gewachsen wächst zuwachs
  gained: gewonnen zugelegt dazugewonnen gewinn gewinne
  lost: verloren verlust verliert verluste eingebüßt
  fell: gefallen gesunken fiel fällt sinkt abgestürzt eingebrochen
  rose: gestiegen stieg steigt angestiegen anstieg steigen
  volume: volumen handelsvolumen umsatz umsätze
  market cap: marktkapitalisierung* börsenwert marktkap
  open interest: offene_positionen offenes_interesse offene_kontrakte
  ranking: rangliste* bestenliste platzierung*
  list: liste auflisten auflistung liste_auf
  all: alle allen alles aller sämtliche
  total: gesamt insgesamt gesamte gesamtzahl gesamten
  compare: vergleich* vergleiche vergleichen
  difference: unterschied* differenz*
  better: besser bessere besseren
  best: beste besten bester bestes am_besten
  worst: schlechteste* schlimmste* am_schlechtesten
  forecast: prognose* vorhersage* kursprognose ausblick
  predict: vorhersagen vorherzusagen prognostizier* sage_voraus voraussagen
  expect: erwarte erwartest erwarten erwartet
  think: denkst glaubst meinst denken glaube findest hältst_du
  opinion: meinung* einschätzung ansicht
  recommend: empfehl* empfiehl* empfehlung rätst
  advice: ratschlag ratschläge tipp tipps beratung
  worth it: lohnt lohnt_sich lohnen lohnenswert sinnvoll
  future: zukunft zukünftig* künftig*
  buy: kauf kaufe kaufen gekauft kaufst
  sell: verkauf verkaufe verkaufen verkaufst
  send: sende senden schick schicke schicken versende verschick* gesendet
  transfer: überweis* übertrag* transferier* überweisung
  withdraw: abheben auszahlen auszahlung* abhebung* auszahlungen
  pay: zahle zahlen bezahl* zahlung zahlungen zahl
  delete: lösche löschen lösch gelöscht entfern*
  close: schließ* schliess* schließe schließen
  stop: stopp stoppe stoppen anhalten aufhören beenden hör_auf
  cancel: abbrechen storniere stornier* kündig* brich_ab
  execute: ausführen führe_aus ausführe durchführen
  create: erstell* anlegen erzeug* generier* lege_an
  post it: poste posten veröffentliche veröffentlichen veröffentlich twittere twittern
  notify: benachrichtig* informiere melde_dich verständig* bescheid
  alert: alarmier* warnung* warne kursalarm preisalarm
  remind: erinner*
  write: schreib schreibe schreiben verfass* formulier*
  translate: übersetz*
  calculate: berechn* rechne rechnen ausrechnen kalkulier*
  convert: umrechn* umwandeln konvertier* wandle umgerechnet
  explain: erklär* erläuter*
  means: bedeutet bedeutung heißt bedeuten heisst
  definition: definier* begriff
  works: funktionier* klappt
  difference between: unterschied_zwischen unterschiede_zwischen
  example: beispiel* zum_beispiel
  learn: lernen lerne lernst lern
  likes: gefällt_mir herzen gelikt geliked
  views: aufrufe aufrufen ansichten klicks
  subscribers: abonnent* abos
  comments: kommentar*
  shares: geteilt retweetet
  messages: nachricht
  members: mitglied*
  friends: freunde freunden freundinnen
  together: zusammen gemeinsam zusammengenommen
  copies: kopien exemplare kopie verkaufte_exemplare
  sold: verkauft verkauften verkaufte
  reviews: bewertung* rezension* kritiken
  price on steam: preis_auf_steam kostet_auf_steam preis_bei_steam steampreis
  downloads: heruntergeladen runtergeladen
  rank: rangplatz platz_auf auf_platz
  score: punktzahl punkte punktestand
  level: stufe stufen niveau
  room: kapazität plätze plätzen
  transaction: transaktion überweisungsvorgang
  transactions: transaktionen buchungen
  block: blöcke blocknummer blockhöhe
  network: netzwerk* netz
  gas: gasgebühr* gaskosten
  stock: aktie aktien aktienkurs* anteil
  currency: währung währungen
  weather: wetter wettervorhersage temperatur
  news: neuigkeiten nachrichten schlagzeilen neues
  bank: banken sparkasse
  tax: steuer steuern steuerlich* finanzamt
  salary: gehalt gehälter lohn
  job: arbeit arbeitsplatz beruf stelle
  food: essen rezept nahrung kochen
  movie: kinofilm filme spielfilm
  football: fußball bundesliga
  president: präsident* bundeskanzler*
  ignore instructions: ignoriere_alle ignoriere_die ignorier_alle ignoriere_deine anweisungen_ignorieren ignoriere_alles
  ignore instructions: ignoriere_anweisungen
  forget: vergiss vergesse vergessen vergessen_sie
  pretend: tu_so stell_dir_vor tue_so gib_vor tu_als
  reply with: antworte_mit antworte_nur antworte antworten_sie antwortet
  say that: sag_dass sage_dass behaupte sag_das
  system: systems
  rules: regeln regel richtlinien vorschriften
  hello: hallo moin servus guten_tag guten_morgen grüezi tach grüß
  thanks: danke dankeschön vielen_dank merci
  sorry: entschuldig* tut_mir_leid verzeihung
  friend: freund freundin kumpel bruder
  boss: chefin vorgesetzt* mein_chef der_chef
  customer: kunde kunden kundin
  colleague: kollege* kollegin*
  money: kohle knete geld
  market: markt märkte
  month end: monatsende ende_des_monats monatsabschluss
  invoice: rechnung*
  report: bericht* berichte
  table: tabelle*
  dollars: us_dollar
  gold: goldpreis
  inflation: inflationsrate teuerung
  token account: tokenkonto token_konto tokenkontos
  payer: zahler
  input: eingang eingangskonto eingabe
  output: ausgang ausgangskonto
  not: nicht kein keine keinen ohne
  or: oder
  if: wenn
`;
