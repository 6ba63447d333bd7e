/** English words for French ones. `dictionaryOf` tells the form. */
export const french = `
  how many: combien_de combien_d nombre_de cb_de
  how much: combien combien_coûte combien_vaut à_combien combien_fait
  what: quel quelle quoi qu'est qu'est-ce qu_est_ce que_vaut c'est_quoi c_est_quoi keske
  which: lequel laquelle lesquels lesquelles quels quelles
  who: qui qui_est
  whose: à_qui
  when: quand à_quel_moment
  where: où_est où_sont où_en où_puis où_se où_trouver où_peut d'où d_où
  why: pourquoi pkoi
  how: comment_ça comment_faire comment_fonctionne comment_on comment_puis comment_peut comment_va comment_marche
  how: comment_est comment_se comment_je
  is: c'est c_est vaut_il fait_il
  are: sont êtes sommes es_tu
  was: était étaient fut
  will: va_t vont sera seront serait
  can: peut peux puis_je peuvent pouvez peut_on pouvons
  could: pourrait pourrais pourrait_on pourriez pouvait
  should: devrait devrais dois_je faut_il doit dois devrions faut
  did: a_fait a_t_il
  has: possède_t a_t a_un a_une
  does it exist: existe_t y_a_t y'a
  i need: j'ai_besoin j_ai_besoin besoin il_me_faut besoin_de il_nous_faut
  i want: je_veux je_voudrais j'aimerais j_aimerais voudrais aimerais veux jveux
  tell me: dis_moi dites_moi dit_moi peux_tu_dire me_dire raconte dis-moi dites-moi
  give me: donne_moi donnez_moi donne_nous file_moi me_donner donne donnez donne-moi donnez-moi
  show me: montre_moi montrez_moi montre montrez affiche afficher affichez montre-moi montrez-moi
  check: vérifie vérifier vérifiez regarde regardez contrôle
  please: s'il_te_plaît s'il_vous_plaît s_il_te s_il_vous svp stp te_plaît vous_plaît
  know: savoir sais savez connais connaître sait connaissez
  look up: cherche chercher cherchez recherche rechercher consulte consulter trouve trouver
  price: prix tarif cours cotation
  worth: vaut valent valeur valait vaudra valorisé
  cost: coûte coûtent coût coûtait coûter couterait
  rate: taux taux_de_change
  spot: au_comptant comptant
  exchange: plateforme plateformes bourse plate_forme
  trading: négocie s'échange se_négocie s_échange cote_à
  funding: financement taux_de_financement
  perpetual: perpétuel* contrat_perpétuel contrats_perpétuels
  long: longue position_longue acheteur acheteurs
  short: courte position_courte vendeur vendeurs shorter à_découvert
  followers: abonnés abonné abonnée abonnées suiveurs le_suivent la_suivent
  following: abonnements suivis comptes_suivis suit_il
  follow: suivre suis_moi suivent suivez suivons
  posts: posté postés publié publiés de_publications publications_a les_publications publications_de
  posts: nombre_de_publications
  account: compte comptes
  profile: profil profils
  username: utilisateur utilisateurs pseudos nom_d'utilisateur nom_d_utilisateur le_pseudo son_pseudo quel_pseudo
  players: joueur* joueuse*
  playing: jouent joue jouer jouez
  people: personnes gens de_monde
  online: en_ligne connecté connectés connectées
  game: jeu jeux
  server: serveur*
  active: actif actifs actives
  now: maintenant mtn désormais
  currently: actuel actuelle actuels actuelles actuellement en_cours
  today: aujourd'hui aujourd_hui aujourdhui auj ajd
  at the moment: en_ce_moment pour_le_moment pour_l_instant pour_l'instant
  right now: à_l_instant à_l'instant tout_de_suite là_maintenant là_tout_de immédiatement
  live: en_direct en_temps_réel temps_réel
  token: jeton jetons
  coin: monnaie cryptomonnaie* cryptos_monnaies une_crypto la_crypto cette_crypto
  wallet: portefeuille*
  address: adresse adresses
  program: programmes contrat_intelligent
  exists: existe existent existait
  curve: courbe courbes
  kind: sorte sortes quel_type
  private key: clé_privée clef_privée clés_privées phrase_secrète phrase_de_récupération
  executable: exécutables
  owner: propriétaire* détenteur_du
  owns: possède possèdent posséder propriétaire_de
  belongs: appartient appartiennent appartenir appartenait
  delegate: délégué déléguée déléguer délégués
  frozen: gelé gelée gelés gelées bloqué bloquée bloqués
  freeze: geler bloquer
  authority: autorité autorités
  mint: frappe émettre frapper minté créer_des
  supply: offre offre_totale en_circulation approvisionnement quantité_totale
  holders: détenteur* porteur* détiennent
  concentrated: concentré concentrée concentrés concentrées
  safe: sûr sécurisé sécurisée fiable fiables sécurité
  risk: risque risques risquée dangereux
  scam: arnaque* escroquerie* arnaqueur fraude escroc
  honeypot: pot_de_miel
  trap: piège pièges
  revoked: révoqué révoquée révoqués révoquées renoncé
  pool: bassin piscine
  liquidity: liquidité liquidités
  fee: frais_de
  fees: frais les_commissions quelle_commission
  swap: échanger échange swapper échangeant troquer
  receive: recevoir reçois reçoit recevrai recevrais j'obtiens obtenir obtiens
  amount: montant montants quantité quantités somme
  base units: unités_de_base unité_de_base plus_petites_unités
  enabled: activée activées
  paused: en_pause suspendu suspendue mis_en_pause
  sign: signent peut_signer signez signataire signataires peut_il_signer
  key: clé clés clef clefs mot_de_passe
  upgrade: mettre_à_jour mise_à_jour évolutif actualiser
  move: déplacer bouger déplace bouge déplacent
  allowed: autorisé autorisée autorisés permis permet le_droit
  permission: autorisation autorisations droits droit
  control: contrôler contrôlent contrôle_le maîtrise gère
  balance: solde soldes
  holds: détient détenir garde stocke
  contains: contient contiennent contenir contenu
  empty: vides vide
  left: reste_t il_reste restant restants restante restent
  yesterday: hier avant-hier avant_hier
  tomorrow: demain après_demain après-demain
  week: semaine semaines hebdo
  month: mois mensuel
  year: année années ans annuel
  ago: il_y_a
  last: dernier dernière derniers dernières précédent passée
  next: prochain prochaine prochains prochaines suivant suivante
  since: depuis depuis_que
  before: avant auparavant
  after: après ensuite
  during: durant pendant_la pendant_le au_cours_de
  morning: matin ce_matin matinée
  night: nuit soir soirée cette_nuit ce_soir
  monday: lundi lundis
  monday: mardi mercredi jeudi vendredi samedi dimanche
  january: janvier février avril juin juillet août septembre octobre novembre décembre en_mars de_mars en_mai de_mai
  was before: était_avant valait_avant était_il_avant
  average: moyenne moyennes moyen en_moyenne
  maximum: maximale
  minimum: minimale
  highest: plus_haut plus_élevé plus_haute plus_élevée plus_grand
  lowest: plus_bas plus_faible plus_basse
  record: record_historique
  peak: pic_de sommet plus_haut_historique sommets
  history: historique historiques histoire
  chart: graphique graphiques courbe_du graphe
  change: changement changements évolution évolué varié a_changé
  percent: pourcent pourcents pourcentage pour_cent
  growth: croissance
  gained: gagné gagnés gagnent pris_combien
  lost: perd perdus perte pertes perdre a_perdu
  fell: tombé baissé descendu dégringolé a_chuté la_chute
  rose: monté augmenté grimpé hausse augmentation
  market cap: capitalisation capitalisation_boursière capi
  open interest: intérêt_ouvert intérêts_ouverts positions_ouvertes
  ranking: classement classements palmarès
  list: liste listes lister listez
  all: tous toutes toute tout_le ensemble_des
  total: au_total totale totaux en_tout
  compare: comparer comparez comparaison
  difference: différences écart
  better: mieux meilleur_que
  best: meilleur meilleure meilleurs meilleures le_mieux
  worst: pire pires
  forecast: prévision prévisions pronostic pronostics
  predict: prédire prédis prévoir prévoit
  expect: s'attendre attendre t'attends attendez
  think: penses pensez crois croyez penser pense
  opinion: avis ton_avis
  recommend: recommande recommandes recommandez recommandation conseille conseilles conseillez conseiller
  advice: conseil conseils astuce
  worth it: vaut_la_peine vaut_le_coup ça_vaut_le rentable intéressant_de
  future: futur avenir
  buy: acheter achète achetez achat achats
  sell: vends vendre vendez vend_les revendre
  send: envoie envoyer envoyez expédie envoi
  transfer: transférer transfère transfert virement virer transférez
  withdraw: retirer retrait retraits retirez
  pay: paie paye payez paiement régler
  delete: supprime supprimer supprimez effacer efface
  close: ferme fermer fermez clôturer fermeture
  stop: arrête arrêter arrêtez stoppe stopper
  cancel: annuler annule annulez annulation
  execute: exécuter exécutez lancer lance_le exécutes
  create: créer crée créez générer génère
  post it: publier publiez tweete tweeter
  notify: notifie notifier préviens prévenir prévenez avertis avertir
  alert: alerte alertes alerter alerte_moi
  remind: rappelle rappeler rappelez rappel
  write: écris écrire écrivez rédige rédiger
  translate: traduis traduire traduisez traduction
  calculate: calculer calcule calculez calcul
  convert: convertir convertis convertissez
  explain: explique expliquer expliquez explication
  means: signifie signifient veut_dire
  definition: définir définis
  works: fonctionne fonctionnent fonctionner fonctionnement marche_t ça_marche
  difference between: différence_entre différences_entre
  example: exemple exemples par_exemple
  learn: apprendre apprends apprenez
  likes: j'aime j_aime mentions_j'aime aiment
  views: vues visionnages
  subscribers: abonnés_youtube souscripteurs
  comments: commentaire commentaires
  shares: partages partagé
  members: membre membres adhérents
  friends: amis amies potes
  together: réunis cumulés tous_ensemble
  copies: exemplaire exemplaires
  sold: vendu vendus vendue vendues écoulés
  reviews: critiques notes_steam
  price on steam: prix_sur_steam coûte_sur_steam vaut_sur_steam
  downloads: téléchargement* téléchargé
  rank: rangs place_de classé
  score: pointage
  level: niveau niveaux
  room: capacité place_libre
  transactions: mouvements les_transactions
  block: le_bloc un_bloc dernier_bloc
  network: réseau réseaux
  gas: gaz
  stock: action_de l'action bourse_de actions_de
  gold: l'or or_en_euros once_d'or
  currency: devise devises
  weather: météo temps_fait_il pluie pleut
  news: nouvelles actualité actualités infos actu
  bank: banque banques
  tax: impôt impôts taxes_sur fiscalité
  salary: salaires salaire
  job: emploi boulot taf métier
  food: nourriture manger recette repas bouffe
  movie: ciné cinéma
  president: présidente
  ignore instructions: ignore_les_instructions ignore_tes_instructions ignorez_les ignore_toutes ignore_tout ignore_les
  forget: oublie oublier oubliez
  pretend: fais_semblant prétends imagine_que fais_comme faites_semblant
  reply with: réponds_avec réponds répondez réponds_par réponds_uniquement réponds_seulement
  say that: dis_que dites_que
  system: système systèmes
  rules: règles consignes règle
  hello: bonjour salut coucou bonsoir bjr slt wesh
  thanks: merci mercis merci_beaucoup
  sorry: désolé désolée excuse_moi excusez
  friend: ami amie pote mec copain
  boss: mon_chef cheffe
  customer: cliente clientes clientèle
  colleague: collègue collègues
  money: fric thune thunes argent
  market: marché marchés
  month end: fin_du_mois fin_de_mois clôture_mensuelle
  invoice: facture factures
  report: rapports un_rapport le_rapport
  table: tableau tableaux
  dollars: dollars_us
  football: le_foot match_de_foot au_foot du_foot
  transaction: cette_transaction
  messages: des_messages combien_de_messages
  token account: compte_de_jetons compte_de_tokens compte_token
  payer: payeur
  input: entrée compte_d_entrée
  output: sortie compte_de_sortie
  not: ne_pas n_est_pas sans
  or: ou_bien
`;
