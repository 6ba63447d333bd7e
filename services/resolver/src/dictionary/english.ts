/**
 * Plain English words for abbreviations, slang and misspellings. All months count as one, and so do the days of the week,
 * because any of them makes a date. `dictionaryOf` tells the form.
 */
export const english = `
  january: february april june july august september october november december jan feb apr jun jul aug sept oct nov
  january: in_march of_march since_march in_may of_may since_may
  monday: tuesday wednesday thursday friday saturday sunday mon tues weds thurs fri mondays fridays saturdays sundays
  yesterday: yday yest yesterdays yestday yesturday
  tomorrow: tmrw tmr tmw tomoz tomorow tommorow 2moro
  tonight: tonite 2nite
  price: px prc prise pricing prices prixe pirce
  worth: wrth woth
  currently: atm curr crnt presently rite_now as_we_speak this_instant this_very_moment this_second this_minute
  now: rn nao noww right_now at_the_moment at_present at_this_moment
  please: pls plz plss plox kindly prithee
  thanks: thx tnx thnx ty tysm cheers
  what: wut wat whut wot wht
  whats: wuts wats whts
  you: u ya ye yer thou
  your: ur yr
  are: r
  because: cuz cos bc coz
  going to: gonna gunna
  want to: wanna
  got to: gotta
  give me: gimme gimmie lemme_have
  let me: lemme
  do not know: dunno
  people: ppl peeps folks folk peepz persons
  followers: flwrs fllwrs flwr fllwr followrs folowers folllowers
  following: follwing folowing
  account: acct acc accnt acount
  accounts: accts accs
  address: addr adress addy adr addie
  authority: auth authrity
  token: tkn tok tokn
  tokens: tkns toks
  transaction: tx txn
  transactions: txs txns
  program: programme prog
  programs: programmes
  game: gaem vidya
  players: plyrs playerz playas gamers
  previous: prev
  between: btwn
  without: wo
  with: w
  market: mkt mrkt
  market cap: mcap mktcap marketcap
  open interest: oi
  volume: vol
  liquidity: liq liqudity
  amount: amt
  number: nr nmbr num
  average: avg
  maximum: max
  minimum: min
  percent: pct
  value: val
  balance: bal
  dollars: bucks usd
  information: info
  favourite: favorite fav
  funding: fundng fundin fnding
  position: posn
  wallet: walet wallt
  executable: exec
  signature: sig
  signer: sgnr
  does: duz
  tell me: lmk hmu_with
  is there: isthere
  cannot: cant
  should: shud shld
  would: wud wld
  could: cud cld
  about: bout abt
  through: thru
  though: tho
  very: rly rlly
  okay: ok okie okey k kk
  someone: sum1 somebody
  anyone: any1 anybody
  everyone: every1 everybody
  before: b4
  great: gr8
  hello: hi hey heya hiya yo sup gm gday greetings howdy
`;
