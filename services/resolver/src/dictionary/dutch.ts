/** English words for Dutch ones. `dictionaryOf` tells the form. */
export const dutch = `
  how many: hoeveel hoe_veel hvl aantal
  how much: hoeveel_kost hoeveel_kosten hoeveel_is hoe_duur hoeveel_geld hoe_hoog wat_kost hoeveel_waard
  which: welke welk
  who: wie
  whose: wiens van_wie
  when: wanneer hoe_laat vanaf_wanneer
  where: waar waarheen waarop
  why: waarom waardoor hoezo
  how: hoe_kan hoe_moet hoe_doe hoe_is hoe_zit hoe_gaat hoe_staat hoe_ik hoe_je hoe_krijg hoe_maak
  is: staat_op bedraagt
  are: zijn bent
  was: waren werd
  will: zal zullen zult zal_de gaat_de wordt
  can: kan kun kunt kunnen kan_ik
  could: zou_kunnen kon konden zou_je zou_u
  should: moet moeten zou_moeten zouden hoort
  did: deden
  has: heeft hebben heb hebt
  does it exist: bestaat_er bestaat_de bestaat_het bestaat_dit bestaat_deze bestaat_die zijn_er bestaat_dat is_er_een
  does it exist: is_er_nog
  i need: ik_heb_nodig nodig ik_moet_hebben we_hebben_nodig
  i want: ik_wil wil_ik ik_wou ik_zou_graag we_willen graag
  tell me: vertel_me vertel_mij zeg_me vertel zeg_eens zeg_mij vertel_eens
  give me: geef_me geef_mij geef geef_eens mag_ik_de
  show me: toon_me laat_zien laat_me_zien tonen laat_eens_zien weergeven
  check: controleer controleren nakijken bekijk kijk checken kijk_even checkt
  please: alsjeblieft alstublieft aub svp ajb alsjeblief
  know: weten weet weet_je kennen
  look up: zoek zoeken opzoeken vind vinden raadpleeg opvragen zoek_op
  price: prijs prijzen koers koersen prijsje
  worth: waard waarde waardes
  cost: kosten kostte kostten
  rate: wisselkoers* rentevoet rente
  spot: spotprijs spotkoers
  exchange: beurs beurzen handelsplatform
  trading: verhandeld handelt handelen verhandelen genoteerd noteert handel
  dollars: us_dollar dollarkoers
  funding: financiering* fundingrate
  perpetual: eeuwigdurend*
  long: longpositie long_positie
  short: shortpositie short_positie shorten
  followers: volger*
  following: gevolgd volgt_hij volgt_ie gevolgde
  follow: volg volgen volgt
  posts: berichten gepost geplaatst plaatsingen bijdragen
  account: rekening rekeningen
  profile: profiel profielen
  username: gebruikersnaam gebruikersnamen
  players: speler* spelersaantal
  playing: spelen speelt spelend gespeeld speel gamen
  people: mensen lui personen
  online: ingelogd verbonden
  game: spel spellen spelletje spelletjes
  active: actief actieve
  currently: momenteel huidig huidige tegenwoordig actuele actueel
  today: vandaag vndg
  at the moment: op_dit_moment op_het_moment op_dit_ogenblik
  right now: nu_meteen nu_direct meteen onmiddellijk
  live: in_realtime rechtstreeks
  coin: munt munten muntje cryptomunt cryptomunten cryptovaluta
  wallet: portemonnee portefeuille walletje
  address: adres adressen
  program: programma
  exists: bestaat bestaan bestond
  curve: curven kromme
  kind: wat_voor soort soorten
  private key: privésleutel* privé_sleutel geheime_sleutel
  executable: uitvoerbaar uitvoerbare
  owner: eigenaar* eigenares bezitter
  owns: bezit bezitten eigendom
  belongs: behoort toebehoort hoort_bij behoren
  delegate: gedelegeerd* gemachtigd* delegeren
  frozen: bevroren geblokkeerd
  freeze: bevriez* bevries blokkeren
  authority: autoriteit bevoegdheid bevoegd
  mint: munten_bijmaken bijmaken uitgifte minten gemint
  supply: voorraad aanbod omloop in_omloop totale_voorraad
  holders: houder houders tokenhouders bezitters
  concentrated: geconcentreerd* concentratie
  safe: veilig* betrouwbaar betrouwbare
  risk: risico* gevaar gevaarlijk riskant
  scam: oplichting oplichter* zwendel fraude bedrog nep
  honeypot: honingpot
  trap: valstrik valkuil
  revoked: ingetrokken herroepen opgegeven
  pool: liquiditeitspool*
  liquidity: liquiditeit
  fee: vergoeding commissie
  fees: transactiekosten handelskosten provisie tarieven
  swap: ruil ruilen omruilen inwisselen wissel wisselen omwisselen swappen
  receive: ontvang* krijg krijgen krijgt
  amount: bedrag hoeveelheid bedragen som
  base units: basiseenheid basiseenheden kleinste_eenheid kleinste_eenheden
  enabled: ingeschakeld geactiveerd ingesteld
  paused: gepauzeerd stilgelegd onderbroken
  sign: ondertekenen onderteken tekenen signeren mag_tekenen tekent
  signature: handtekening* ondertekening
  key: sleutel sleutels wachtwoord
  upgrade: bijwerken upgraden upgradebaar
  move: verplaats* verschuiven verhuizen
  allowed: toegestaan mag mogen toegelaten
  permission: toestemming machtiging* rechten bevoegdheden
  control: controle_over beheert beheren zeggenschap
  balance: saldo saldi tegoed tegoeden
  holds: houdt vasthoudt aanhoudt in_bezit
  contains: bevat bevatten
  empty: leeg lege
  left: overgebleven resterend* blijft_over nog_over resteert
  yesterday: gisteren eergisteren
  tomorrow: morgen overmorgen
  week: weken wekelijks
  month: maand maanden maandelijks
  year: jaar jaren jaarlijks
  ago: geleden
  last: laatste vorige afgelopen vorig
  next: volgende komende volgend aanstaande
  since: sinds sindsdien
  before: voordat vooraf eerder voorheen
  after: nadat daarna
  during: tijdens gedurende
  morning: ochtend vanochtend vanmorgen ochtends
  night: nacht avond vanavond vannacht
  monday: maandag
  monday: vrijdag dinsdag woensdag donderdag zaterdag zondag
  january: januari februari maart in_april mei juni juli augustus oktober in_september
  was before: was_eerder was_hiervoor was_voorheen stond_eerder
  average: gemiddeld* doorsnee
  maximum: maximaal maximale hooguit
  minimum: minimaal minimale minstens
  highest: hoogste grootste
  lowest: laagste kleinste
  record: recordhoogte recordstand
  peak: piek pieken hoogtepunt
  history: geschiedenis verloop historisch* historie
  chart: grafiek* koersgrafiek
  change: verander* wijziging wijzigingen schommeling
  percent: procent procenten
  growth: groei groeide gegroeid toename
  gained: gewonnen winst erbij_gekregen bijgekomen
  lost: verloren verlies verloor verliezen
  fell: gedaald daalde gezakt zakte ingestort gekelderd daalt daling
  rose: gestegen steeg stijgt stijging geklommen
  volume: handelsvolume
  market cap: marktkapitalisatie* beurswaarde marktwaarde
  open interest: openstaande_posities openstaande_contracten
  ranking: ranglijst* klassement
  list: lijst lijstje lijsten opsommen opsomming
  all: alle allemaal alles
  total: totaal totale in_totaal
  compare: vergelijk* vergeleken
  difference: verschil verschillen verschilt
  better: beter betere
  best: beste
  worst: slechtste ergste
  forecast: voorspelling* prognose* verwachting
  predict: voorspel voorspellen voorspelt
  expect: verwacht verwachten
  think: denk denkt denk_je vind_je denken
  opinion: mening meningen
  recommend: aanbevel* aanraden raad_je aanbevolen aanrader
  advice: advies adviezen raadgeving
  worth it: de_moeite_waard loont moeite_waard
  future: toekomst toekomstig*
  buy: koop kopen aankoop gekocht aanschaffen
  sell: verkoop verkopen verkoopt
  send: stuur sturen verstuur versturen verzend* gestuurd
  transfer: overmaken overschrijv* overboek* maak_over
  withdraw: opnemen opname uitbetal* neem_op
  pay: betaal betalen betaling betaalt
  delete: verwijder* wissen wis
  close: sluit sluiten afsluiten
  stop: stoppen stopt hou_op ophouden
  cancel: annuleer annuleren opzeggen annulering
  execute: voer_uit uitvoeren voer
  create: maak_een aanmaken creëer creëren genereer maak
  post it: plaats plaatsen publiceer publiceren posten twitteren
  notify: waarschuw* informeer meldt laat_weten
  alert: melding meldingen alarmeer
  remind: herinner*
  write: schrijf schrijven schrijft
  translate: vertaal vertalen vertaling
  calculate: bereken* uitrekenen reken
  convert: omzetten converteer omrekenen reken_om
  explain: uitleggen leg_uit uitleg verklaar verklaren
  means: betekent betekenis betekenen
  definition: definitie definieer begrip
  works: werkt werking hoe_werkt werken
  difference between: verschil_tussen verschillen_tussen
  example: voorbeeld voorbeelden bijvoorbeeld bijv
  learn: leren leer
  likes: vind_ik_leuks vind_ik_leuk hartjes geliket
  views: weergaven bekeken kijkers
  subscribers: abonnee*
  comments: reacties opmerkingen commentaar
  shares: gedeeld
  messages: berichtjes bericht
  members: leden lidmaten
  friends: vrienden vriendinnen
  together: samen gezamenlijk opgeteld
  copies: exemplaren kopieën kopie
  sold: verkocht verkochte
  reviews: beoordeling* recensie*
  price on steam: prijs_op_steam kost_op_steam steamprijs
  downloads: gedownload gedownloade
  rank: rangschikking plaats_op plek
  score: puntentelling punten
  level: niveau niveaus
  room: capaciteit plaatsen_vrij ruimte
  transaction: transactie
  transactions: transacties overboekingen
  block: blokken blok
  network: netwerk netwerken
  gas: gaskosten
  stock: aandeel aandelen
  gold: goud goudprijs
  currency: valuta munteenheid
  inflation: inflatie
  weather: weerbericht weersverwachting weer_in regent het_weer
  news: nieuws nieuwtjes
  bank: banken
  tax: belasting belastingen
  salary: salaris loon salarissen
  job: baan werkgelegenheid vacature
  food: eten voedsel maaltijd recept
  movie: bioscoop speelfilm
  football: voetbal*
  ignore instructions: negeer_alle negeer_de negeer_je negeer_instructies negeer_alles negeer_vorige
  forget: vergeet vergeten
  pretend: doe_alsof stel_je_voor alsof
  reply with: antwoord_met antwoord_alleen antwoord beantwoord reageer_met
  say that: zeg_dat
  system: systeem systemen
  rules: regels regel voorschriften
  hello: hallo hoi goedemorgen goedemiddag goedenavond dag_allemaal goeiemorgen
  thanks: bedankt dank dankjewel dank_je dank_u dankuwel thnx
  sorry: excuus spijt_me
  friend: vriend vriendin gast maat
  boss: baas leidinggevende
  customer: klant klanten
  colleague: collega*
  money: geld centen poen
  market: markt markten
  month end: eind_van_maand maandeinde einde_maand eind_maand
  invoice: factuur facturen
  report: verslag verslagen rapportage het_rapport
  table: tabel tabellen
  token account: tokenaccount tokenrekening token_rekening
  payer: betaler
  input: invoer ingang
  output: uitvoer uitgang
  not: niet geen zonder
  or: dan_wel
  if: als
`;
