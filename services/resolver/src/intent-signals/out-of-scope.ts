import { phrases } from '../phrase-finder.ts';

/** Social platforms, shops and chat services that no source covers. */
export const otherPlatformWords: readonly string[] = phrases(`
  instagram, insta, tiktok, tik tok, youtube, facebook, threads, twitch,
  linkedin, reddit, subreddit, telegram, discord, snapchat, weibo, wechat, vk, github, medium, substack, nostr,
  pinterest, tumblr, spotify, patreon, onlyfans,  インスタ, ユーチューブ,
  チャンネル登録, 微博, 抖音, 微信, 小红书, b站, 油管, 인스타, 인스타그램, 유튜브, 틱톡, 페이스북, 구독자, инстаграм*, инста, инсте,
  ютуб*, тикток*, телеграм*, вконтакте, вк, фейсбук*, subscribers, subscriber, playstation, ps5, ps4, psn, xbox,
  nintendo, switch, epic games, battle.net, battlenet, gog, mobile, android, ios, game pass, プレステ, スイッチ, 플스,
  плейстейшн
`);

/** Social platforms other than Bluesky whose profiles a source counts. */
export const countedPlatformWords: readonly string[] = phrases(`
  twitter, twiter, x.com, on x, x account, x acct, x profile, x followers, followers x, mastodon, mastadon, farcaster, warpcast, en x, sur x, auf x, no x,
  su x, ツイッター, 推特, 트위터, твиттер*, мастодон*
`);

/** Goods and securities of markets that no source covers. */
export const otherMarketWords: readonly string[] = phrases(`
  stock, stocks, share price, shares, nasdaq, nyse, s&p, s&p 500, sp500, dow jones, ftse, dax, nikkei, index fund,
  bond, bonds, treasury, gold, silver, platinum, palladium, copper, oil, crude, brent, natural gas, gasoline,
  petrol, diesel, wheat, corn, coffee, cocoa, house, houses, rent, car, iphone, ps5, laptop, ticket, tickets,
  flight, hotel, bread, milk, eggs, egg, beer, pizza, burger, big mac, rice, electricity, apple, tesla, nvidia,
  microsoft, amazon, google, microstrategy, gamestop, netflix, meta platforms, intel, amd, palantir, coinbase stock,
  forex, exchange rate, interest rate, mortgage, ticket price, steam price, subscription, membership, acción,
  acciones, oro, plata, petróleo, gasolina, pan, leche, huevos, casa, coche, alquiler, action apple, actions,
  bourse, l'or, de l'or, argent, pétrole, essence, pain, lait, maison, voiture, loyer, aktie, aktien, silber, öl,
  benzin, brot, milch, haus, auto, miete, ações, ação, ouro, prata, pão, leite, carro, aluguel, azioni, azione,
  argento, petrolio, benzina, pane, latte, macchina, affitto, 株価, 株式, 日経平均, 銀価格, 原油, ガソリン, 家賃, パン, 牛乳, 為替, 金価格, 股票,
  股价, 黄金, 白银, 石油, 汽油, 房价, 鸡蛋, 牛奶, 汇率, 주가, 주식, 금값, 금 가격, 은값, 유가, 휘발유, 집값, 환율, 코스피, 계란, 우유, акци*, золот*, серебр*,
  нефт*, бензин*, хлеб*, молок*, квартир*, машин*, аренд*, hisse*, altın, gram altın, gümüş, ekmek, süt, ev fiyat*,
  araba, kira, aapl, tsla, nvda, msft, amzn, goog, googl, nflx, mstr, gme, amc, spy, qqq, voo, vti, pltr, baba, xau,
  xauusd, xag, wti, vix, dxy, eurusd, gbpusd, usdjpy, eur/usd, gbp/usd, usd/jpy, usdtry, usd/try, usd/rub, eur/gbp,
  coin stock
`);
