/** Quote currencies and coins, the longest first, so that a joined pair such as `BTCUSDT` is split correctly. */
export const quoteSymbols = ['USDT', 'USDC', 'USD', 'EUR', 'GBP', 'BTC', 'ETH'] as const;

/** A currency of prices: its code, and its names in lower case, in any language. */
export type Currency = { readonly code: string; readonly names: readonly string[] };

/** Currencies by name. Names that several currencies share, such as peso and crown, are in `sharedCurrencyNames`. */
export const currencies: readonly Currency[] = [
  {
    code: 'USD',
    names: [
      'dollar',
      'dollars',
      'us dollar',
      'us dollars',
      'bucks',
      'dolar',
      'dolares',
      'dólar',
      'dólares',
      'dollari',
      'dollaro',
      'доллар',
      'доллары',
      'долларах',
      'долларов',
      'баксах',
      'ドル',
      '美元',
      '美金',
      '달러',
      'dolara',
      '$',
    ],
  },
  { code: 'EUR', names: ['euro', 'euros', 'евро', 'ユーロ', '欧元', '유로', 'avro', '€'] },
  {
    code: 'GBP',
    names: [
      'british pound',
      'british pounds',
      'pounds sterling',
      'pound sterling',
      'sterling',
      'quid',
      'libras esterlinas',
      'фунтах',
      'фунт',
      'ポンド',
      '英镑',
      '파운드',
      'sterlin',
      '£',
    ],
  },
  { code: 'JPY', names: ['yen', 'japanese yen', 'йен', 'иен', '円', '日本円', '日元', '엔화', '¥'] },
  { code: 'KRW', names: ['korean won', '원화', '韩元', 'ウォン'] },
  { code: 'CNY', names: ['yuan', 'renminbi', 'rmb', 'юанях', '人民币', '人民幣', '위안화', '人民元'] },
  { code: 'BRL', names: ['reais', 'brazilian real', 'brazilian reais'] },
  { code: 'INR', names: ['rupee', 'rupees', 'indian rupees'] },
  { code: 'RUB', names: ['ruble', 'rubles', 'rouble', 'roubles', 'рублях', 'рубли', 'рублей', 'рубль'] },
  { code: 'TRY', names: ['turkish lira', 'lira', 'türk lirası', 'tl'] },
  { code: 'CHF', names: ['swiss franc', 'swiss francs', 'schweizer franken', 'francs suisses', 'franken'] },
  { code: 'CAD', names: ['canadian dollar', 'canadian dollars'] },
  { code: 'AUD', names: ['australian dollar', 'australian dollars', 'aussie dollars'] },
  { code: 'MXN', names: ['mexican pesos', 'pesos mexicanos'] },
  { code: 'ARS', names: ['argentine pesos', 'pesos argentinos'] },
  { code: 'PLN', names: ['zloty', 'zlotys'] },
];

/** Names of currencies that do not say which country's currency is meant. */
export const sharedCurrencyNames: readonly string[] = [
  'peso',
  'pesos',
  'crowns',
  'kronor',
  'kroner',
  'dinars',
  'dinar',
  'rial',
];
