import { assetNamesInOtherScripts } from '@assay/catalog/tables/asset-names-in-other-scripts';
import { presentTicker } from '@assay/catalog/renames';
import { assets, everydayAssetWords } from '@assay/catalog/tables/assets';
import { renames } from '@assay/catalog/tables/renames';
import { fold } from '../question-text.ts';
import { claim, claimMatches, type ClaimedCharacters, type Mention } from './mention.ts';
import { findMisspelt, findNames, indexNames } from './name-index.ts';
import type { WordWindow } from '../words.ts';
import { matchesOf } from '../matches.ts';

const everyday = new Set(everydayAssetWords.map((word) => fold(word)));
const knownSymbols = new Set([...assets.map(({ symbol }) => symbol), ...renames.map(({ former }) => former)]);
/** Tickers that only capitals tell from a word or a name. */
const unindexed: ReadonlySet<string> = new Set(['gal', 'sky']);
/** A capital that begins a sentence or labels a thing far more often than it names an asset: "token A", "S&P". */
const labelLetters: ReadonlySet<string> = new Set(['A', 'S']);

/** The assets by their present tickers, and the former tickers, each with the asset that a question by it reaches. */
const named = [
  ...assets.map(({ symbol, names }) => ({
    ticker: symbol,
    value: symbol,
    names: [...names, ...(assetNamesInOtherScripts[symbol] ?? [])],
  })),
  ...renames.map(({ former, names = [] }) => ({ ticker: former, value: presentTicker(former), names })),
];

const index = indexNames(
  named.flatMap(({ ticker, value, names }) =>
    [ticker.toLowerCase(), ...names]
      .filter((name) => name.length > 1 && !unindexed.has(name))
      .map((name) => ({ name, value, everyday: everyday.has(fold(name)), spelt: name === ticker.toLowerCase() })),
  ),
);

/** Coins that other assets are quoted in. */
export const quoteCoins: ReadonlySet<string> = new Set(['USDT', 'USDC', 'BTC', 'ETH', 'SOL', 'DAI', 'BNB']);

const cashtagPattern = /(?<![\p{L}\p{N}$])\$([A-Za-z][A-Za-z0-9]{0,14})(?![A-Za-z0-9])/gu;
const tickerPattern = /(?<![\p{Script=Latin}\p{N}$.@/-])[A-Z][A-Z0-9]{1,9}(?![\p{Script=Latin}\p{N}@/-]|\s?[:=])/gu;
const namedTokenPattern =
  /(?<![\p{L}\p{N}])([a-z][a-z0-9]{1,14})[\s-]+(?:token|coin|memecoin|altcoin)(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:token|coin|memecoin|altcoin)\s+(?:called|named)\s+([a-z][a-z0-9]{1,14})(?![\p{L}\p{N}])/gu;

/** A ticker of one letter, which only the words beside it tell: "the W token", "token price for W". */
const letterPattern =
  /(?<![\p{L}\p{N}'’.$])[A-Z](?=\s+(?:token|coin)(?![\p{L}])|\s?\(|\s+(?:at|in|doing|to|trading|worth|price|usd|\$)(?![\p{L}]))|(?<=(?:price|worth|value|cost) (?:of|for) |(?:token|coin) )[A-Z](?![\p{L}\p{N}'’])/gu;

/** Words and abbreviations in capitals that are no crypto ticker, such as currencies and shares. */
const notTickers = new Set(
  `USD EUR GBP JPY KRW CNY INR BRL RUB TRY CHF CAD AUD MXN ARS PLN HKD SGD NZD SEK NOK DKK ZAR VND THB IDR PHP UAH API APIS ATH ATL AI OK PS PC US USA UK EU
  RATE RATES FUNDING ROOT LEVEL ACCESS ORDER FINAL OVERRIDE UTC GMT EST PST CET CEX DEX TVL APY APR NFT NFTS DAO FDV OI ROI RSI MACD ETF ETFS CEO CFO CTO SEC FED CPI GDP IPO ICO PNL FOMO FUD LOL WTF IMO IMHO ASAP
  FYI BTW TLDR TLDW JSON SQL HTTP HTTPS URL URLS ID IDS DM DMS PLS PLZ THX FAQ AMA HODL DCA DEFI CEFI TRADFI P2P OTC KYC AML LLM GPT CHATGPT AND OR NOT THE
  FOR WHAT HOW NOW YES NO GET POST PUT SET PRICE SPOT LIVE RN WEN GM GN GMGN MOON LFG NGMI WAGMI SOS EOD EOY EOM YTD MOM YOY AM PM TV DJ MMO RPG FPS MMORPG
  PVP PVE DLC CCU DAU MAU HP XP NPC VPN PDF CSV NAV LMAO ROFL TBD TBA PIN ADMIN GPU CPU RAM SSD USB FTC IRS IMF ECB BOJ ECON EPS PE AAPL TSLA NVDA MSFT AMZN GOOG GOOGL META NFLX MSTR GME AMC SPY QQQ
  VOO VTI PLTR BABA INTC AMD IBM DIS BA COIN HOOD XAU XAG WTI VIX DXY SP NASDAQ NYSE DAX FTSE SMA EMA II III IV VI VII VIII XI XII XX BSKY DID QA HTML CSS
  TS JS PHP SDK MCP RPC SPL ERC BEP EVM L1 L2 TPS ZK POS POW PLEASE ASK TELL TOKEN COIN BIG MY ME IS IT IN ON AT OF TO A I AN AS BE BY DO GO IF SO UP WE
  TASK GOAL STEP NOTE INPUT OUTPUT QUERY REQUEST RETURN FETCH USER AGENT SYSTEM ASSISTANT TODO URGENT SYMBOL ASSET VENUE EXCHANGE CURRENCY PAIR MARKET ONLY NUMBER
  NEED VALUE WORTH CURRENT PLEASE HELP STOP WAIT THIS THAT WITH FROM HAS ARE WAS HIS HER OUR YOUR WILL CAN ANY ALL NEW OLD BAD GOOD OMG IDK IRL NGL TBH SMH FFS BRB
  TODAY TOMORROW AGAIN NEVER EVER ALWAYS REALLY SOON THING MUCH MANY HERE THERE STILL SLOT FIELD TA TP SL DD EU4 CS GTA RDR LOTR NBA FIFA NFL NHL UFC F1 WW2 DC MC BF COD WOW LOL FF DQ MH SF KO RE TES IGN`.split(
    /\s+/,
  ),
);

const notTokenNames = new Set(
  `the a an this that which what my your our their its his her best native any new each per one meme crypto stable gold game some every same other another
  bit dex access api refresh auth bearer security utility governance top whole single worthless digital virtual alt own network networks chain base main cheapest
  first last next good bad shit random platform exchange of is for popular favourite favorite biggest hot new latest old bitcoin price cost rug scam flip toss solana
  does do is was were will would can could should did much how many when where why to from in on at by with and or but if have has had show give tell get
  up out off over down into onto look looking called lookup fetch need find
  check me about people trading buying selling buy sell hold using use called named like price value spot funding each single
  der die das dem den des ein eine einem einen el la los las un una uno del de du le les au une il lo gli al da do dos o os um uma bu bir su wo yeh woh ka ki ke
  such stolen weird much many cryptographic said fungible live community current actual correct wrong unnamed unknown unspecified relevant aforesaid aforementioned above given certain particular specific
  conto compte cuenta konto khoan tai cet cette ce mon ma mi tu son sa meu minha nosso unser unsere mein meine dein diese dieser este esta ese esa questo questa
  quel quella quello itu ini het een te ten ta to ten tego tym bizim onun`.split(/\s+/),
);

/** Finds assets by name in any language and by ticker. Claims a ticker in capitals even when no table knows it. */
export function findAssets(
  text: string,
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
): Mention[] {
  const shouting = isShouted(text, claimed);
  const named = findNames(index, folded, windows, claimed).map((mention) =>
    mention.strength === 'everyday' && !shouting && isCapitals(text.slice(mention.start, mention.end))
      ? { ...mention, strength: 'sure' as const }
      : mention,
  );
  const unknown = shouting ? [] : [...claimLetters(text, claimed), ...claimTickers(text, claimed)];
  return [...named, ...unknown];
}

/** Finds cashtags such as `$BTC` and `$VLORP`. An amount such as `$100` is no cashtag. */
export function findCashtags(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([, ticker = '']: RegExpMatchArray): string => ticker.toUpperCase();
  return claimMatches(text, { pattern: cashtagPattern, needed: '$', strength: 'sure', valueOf }, claimed);
}

/** Finds misspelt names of known assets, and unknown names before or after "token" or "coin". */
export function findLikelyAssets(
  folded: string,
  windows: readonly WordWindow[],
  claimed: ClaimedCharacters,
  aboutMoney: boolean,
): Mention[] {
  const found = findMisspelt(index, windows, claimed, aboutMoney);
  for (const match of matchesOf(namedTokenPattern, folded)) {
    const name = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].indexOf(name);
    if (!notTokenNames.has(name)) {
      claim(found, { value: name.toUpperCase(), start, end: start + name.length, strength: 'unknown' }, claimed);
    }
  }
  return found;
}

/** Returns whether the tables have this ticker, a former one included. */
export function isKnownSymbol(symbol: string): boolean {
  return knownSymbols.has(symbol);
}

/** Returns whether a word in capitals is known to be no ticker. */
export function isNoTicker(ticker: string): boolean {
  return notTickers.has(ticker);
}

/** Returns whether all unclaimed letters are capitals. Capitals mark no ticker in such a text. */
function isShouted(text: string, claimed: ClaimedCharacters): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (claimed[at] === 0 && letter !== letter.toUpperCase()) {
      return false;
    }
  }
  return true;
}

function isCapitals(text: string): boolean {
  return text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
}

function claimTickers(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([ticker]: RegExpMatchArray): string | undefined => (notTickers.has(ticker) ? undefined : ticker);
  return claimMatches(text, { pattern: tickerPattern, strength: 'unknown', valueOf }, claimed);
}

function claimLetters(text: string, claimed: ClaimedCharacters): Mention[] {
  const valueOf = ([letter]: RegExpMatchArray): string | undefined =>
    knownSymbols.has(letter) && !labelLetters.has(letter) ? letter : undefined;
  return claimMatches(text, { pattern: letterPattern, strength: 'sure', valueOf }, claimed);
}
