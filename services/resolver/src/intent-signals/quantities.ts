import { phrases } from '../phrase-finder.ts';

/** Words that ask for the price of an asset. */
export const priceWords: readonly string[] = phrases(`
  supply the * price, supply the price, supply me, supply it, equals one, equals a, equal one, amount of dollars, s at, s trading at, know what * is at, much for a, much for one,
  price, prices, getprice, where does * stand, wut is * at, wut's * at, how is * doing, hows * doing, how's * doing, hows * looking, hows * lookin, would i pay for, damage on, how many dollars, how many bucks, how many usd, dollars for, bucks for, in dollars, a bitcoin go, set me back, woth, wrth, usd_value, what's * at, whats * at, wuts * at, what is * at, where's * at, where is * at, wheres * at, priced, pricing, prise, pric, pirce, cost, costs, worth, value, how much, hw much, howmuch,
  how mcuh, quote, trading at, trading for, trades at, going for, rate, usd_price, price_usd, valued, sitting at,
  is at, at rn, ticker, wuts, go for, goes for, sell for, sells for, selling for, showing, shows, go at, goes at, expensive, pricey, how many * for one, how many * for a, how much * for one, how much * for a, how many * per, combien de * pour un, wie viele * für einen, what * has for, drop the * price, drop that * price, drop me the, hwo much, ho much, hoe much, paying for, pay for a, pay for one, trade at, trade for, hw mch, how mch, hw muc, priced at, changing hands, changed hands, change hands, px, precio, precios, cuánto vale, cuánto cuesta, cuanto, cuánto, cuesta, vale, valor,
  cotización, cotiza, a cómo está, a como, prix, combien coûte, combien, coûte, vaut, cours, valeur, cote, preis,
  kurs, wie viel, wieviel, kostet, wert, steht, notiert, preço, preco, quanto custa, quanto vale, quanto está,
  quanto tá, quanto, cotação, custa, prezzo, quotazione, quanto costa, costa, valore, a quanto, 価格, 値段, いくら, レート,
  相場, 价格, 價格, 多少钱, 多少錢, 币价, 行情, 现价, 报价, 什么价, 几刀, 多少刀, 多少美元, 가격, 시세, 얼마, 값, 얼만, цена, цену, цены, цене, ценник, курс,
  курса, сколько стоит, почем, почём, стоит, стоимость, стоимости, сколько, fiyat*, kaç dolar, kaç para, ne kadar,
  değeri, kaçtan, kuru, kaç tl, kaç lira
`);

/** Words that mean an exchange's spot market. */
export const spotWords: readonly string[] = phrases(`
  spot, exchange, exchanges, on-exchange, sopt, spott, cex, order book, orderbook, last trade, last traded, pair, trading pair,
  market pair, al contado, contado, en los exchanges, bolsa, par, comptant, au comptant, paire,
  kassakurs, börsenkurs, börsenpreis, börsenkurse, spotpreis, spotkurs, spotmarkt, börse, börsen, handelspaar, à vista, corretora, corretoras, spot price,
  a pronti, coppia, borsa, 現物, スポット, 取引所, 通貨ペア, 现货, 現貨, 交易所, 交易对, 交易對, 현물, 거래소, 페어, спот, спотов*, биржа, бирже,
  биржах, биржевая, биржевой, пара, пары, паре, borsada, borsalarda, spot piyasa, parite, paritesi
`);

/** Words for the funding of a perpetual contract. */
export const fundingWords: readonly string[] = phrases(`
  longs pay, longs paying, shorts pay, shorts paying, longs get paid, shorts get paid, paying longs, paying shorts, pay shorts, pay longs, cost of carry, carry on, carry for, cost to hold a, hold a long, hold a short, fundign,
  funding, fundings, funding rate, funding fee, fundng, funidng, fundin, financiación, financiacion,
  tasa de financiamiento, financiamiento, taux de financement, financement, finanzierungsrate, finanzierungssatz,
  finanzierung, fundingrate, taxa de financiamento, tasso di finanziamento, finanziamento, 資金調達率, 資金調達, ファンディング,
  ファンディングレート, 资金费率, 資金費率, 资金费, 펀딩비, 펀딩, 펀딩률, 펀딩레이트, фандинг*, ставка финансирования, ставку финансирования,
  финансирован*, fonlama*
`);

/** Words for the number of players of a game. */
export const playerWords: readonly string[] = phrases(`
  sweats, degens, noobs, tryhards, randoms, lads, mfs, souls, bodies,
  packed, pop, poppin, popping, lively, deserted, headcount, concurrency, concurrents, logged in, logged on, nerds, folk, dudes, playin, is * dead, is * alive,
  populated, population of, player pop, pop of, how busy, how alive, how active, how crowded, still playing, plyer,
  player, players, plyers, palyers, player count, playing, plays, playerbase, playercount, concurrent, ccu, in game,
  ingame, gamers, online, steam charts, people play, are on, people, ppl, folks, humans, users, gente, personas, leute, menschen, gens, personnes, pessoas, persone, jugador*, jugando, juega*, joueur*, jouent,
  joue, spieler*, spielen, zocken, gerade online, jogador*, jogando, jogam, giocator*, giocando, giocano, プレイヤー*,
  プレーヤー, 同接, 遊んで, プレイ中, 接続者, プレイ人数, 几个人, 多少人, 何人, 玩家, 在线人数, 几个人, 多少人, 何人, 在線人數, 在玩, 同时在线, 多少人玩, 人数, 几个人, 多少人, 何人, 플레이어, 동접, 접속자, 유저, 플레이하, 하고 있, 몇 명, 동시접속, игрок*,
  играет, играют, играющих, люд*, человек, народу, онлайн, сидит в, oyuncu*, oynuyor, oynayan, kişi, çevrimiçi
`);

/** Words for quantities of an asset or a market that no data type measures. */
export const assetMetricWords: readonly string[] = phrases(`
  per day, per hour, per week, network worth, network's worth, the whole, the entire, price to earnings, earnings, ratio, funding cap, cap on, caps on, rate cap, etfs, dividends, unlocks, inflow*, outflow*, netflow*, realized, realised, drawdown, cagr, momentum, trendline, vwap, twap, ema, sma, bollinger*, candle, candles, breakout, nav,
  a bored, bored apes, cryptopunk*, punks, penguins, mad lads, azuki*, collection, mining hardware, mining rig, miners, validators, treasury,
  market cap, annualized, annualised, annual, price impact, marketcap, mcap, mkt cap, market capitalization, capitalization, volume, volumes, vol, supply,
  circulating, total supply, max supply, fdv, fully diluted, ath, atl, all time high, all time low, all-time, 24h,
  24 h, 24hr, 7d, dominance, open interest, liquidation*, liquidated, tvl, total value locked, apy, apr, yield,
  yields, staking, gas, gas fee, gas price, gwei, transaction fee, fee, fees, hashrate, hash rate, difficulty,
  block height, holders, how many holders, burned, inflation, volatility, rsi, macd, moving average,
  implied volatility, iv, fear and greed, sentiment, rank, ranking, percent change, change, changed, gain, gained,
  gains, drop, dropped, loss, long short ratio, leverage, mark price, index price, futures price, perp price,
  perpetual price, premium, basis, options, option, etf, reserves, correlation, chart, support level, resistance,
  bid ask, spread, slippage, liquidity, depth, transactions, tps, wallets, active addresses, unlock*, halving,
  dividend, market share, listing, listed, withdrawal, max leverage, average, median, floor price, nft, nfts,
  airdrop
`);

/** Words for quantities of a social account that no data type measures. */
export const accountMetricWords: readonly string[] = phrases(`
  likes, reposts, who has the most, most followed, most popular, most followers, retweets, replies, views, engagement, blocked, blocks, mutuals, lists, verified, joined when, joined in, joined on, users on,
  total users, users does bluesky, users has bluesky, accounts does bluesky, accounts has bluesky, posts does bluesky, bluesky accounts exist, accounts on bluesky in total, quién sigue, qui suit, wer folgt, wem folgt, quem segue, chi segue, кто подписан, на кого подписан, 谁关注, 誰がフォロー, 누가 팔로우, kim takip, got traded, was traded, were traded, users bluesky has, bluesky users are, bluesky users exist, bluesky users in total, users of bluesky, users there are, users are there, how many users are, how many users use, users on steam, users are on steam, monthly active, daily active, mau, dau, first post, last post, latest post, growth
`);

/** Words for quantities of a game that no data type measures. */
export const gameMetricWords: readonly string[] = phrases(`
  people live in, lives in, people living in,
  peak, copies, sold, bought, how many hours, hours have, sales, sell, revenue, reviews, review, rating, metacritic, achievements, patch, update, dlc,
  on sale, discount, hours played, hours to beat, how long to beat, playtime, twitch, viewers, registered, owners,
  multiplayer, co-op, max players, players can, per team, per match, per server, lobby, release, released,
  wishlist*, ping, servers status, servers down, servers up, servers offline, server status, down
`);

/** Words for quantities that no data type measures, in languages other than English. */
export const otherMetricWords: readonly string[] = phrases(`
  capitalización, capitalizacion, volumen, suministro, oferta circulante, máximo histórico, dominancia,
  interés abierto, liquidaciones, rendimiento, comisión, comisiones, subió, bajó, ha subido, ha bajado, copias,
  vendió, vendido, reseñas, pico, capitalisation, offre en circulation, plus haut, intérêt ouvert, liquidations,
  rendement, frais, monté, baissé, exemplaires, vendus, avis, pic, record de joueurs, marktkapitalisierung,
  handelsvolumen, umlaufmenge, allzeithoch, dominanz, rendite, gebühr*, gestiegen, gefallen, verkauft, exemplare,
  bewertung*, spitzenwert, höchststand, capitalização, oferta em circulação, fornecimento, máxima histórica,
  dominância, rendimento, taxa de gás, taxas, subiu, caiu, cópias, vendeu, avaliações, pico de jogadores,
  capitalizzazione, offerta circolante, massimo storico, dominanza, commissioni, salito, sceso, copie, venduto,
  vendute, recensioni, picco, 時価総額, 出来高, 取引量, 供給量, 発行枚数, 最高値, 最安値, 史上最高, ドミナンス, 建玉, 利回り, 手数料, ガス代, 変動率, 上昇率, 売上,
  販売本数, レビュー, 最大同接, いいね, 本数, 市值, 成交量, 交易量, 供应量, 流通量, 历史最高, 最高价, 最低价, 未平仓, 持仓量, 爆仓, 收益率, 手续费, gas费, 矿工费, 涨跌幅, 涨幅, 跌幅,
  涨了, 跌了, 销量, 卖了, 评价, 好评率, 峰值, 点赞, 市占率, 시가총액, 시총, 거래량, 공급량, 유통량, 최고가, 최저가, 역대 최고, 도미넌스, 미결제약정, 청산, 수익률, 이자율, 수수료,
  가스비, 변동률, 등락, 올랐, 내렸, 판매량, 팔렸, 리뷰, 평점, 최고 동접, 최대 동접, 좋아요, капитализац*, объем*, объём*, эмисси*, предложение,
  максимум*, минимум*, доминаци*, доминирован*, открытый интерес, ликвидаци*, доходност*, комисси*, вырос, выросла,
  упал, упала, изменил*, продаж*, продано, копий, отзыв*, пик, пиков*, рекорд*, лайк*, хешрейт, стейкинг*, газ,
  piyasa değeri, piyasa hacmi, hacim, hacmi, arzı, arz, en yüksek, en düşük, rekor, hakimiyet*, dominans*,
  açık pozisyon, likidasyon*, getiri*, komisyon*, gas ücreti, işlem ücreti, yükseldi, düştü, sattı, satış*, kopya,
  inceleme*, zirve, beğeni*, madencilik
`);

/** Words for derivatives. Their price is not the spot price, so only a funding question may name them. */
export const derivativeWords: readonly string[] = phrases(`
  perp, perps, perpetual, perpetuals, futures, swap, swaps, perpetuo, perpétuel, futuros, 無期限, 永续, 永續, 合约, 합약, 무기한,
  선물, 先物, перп*, бессрочн*, фьючерс*, vadeli, sürekli
`);
