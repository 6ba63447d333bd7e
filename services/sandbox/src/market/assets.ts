/** An asset of the sandbox, with the identifiers that providers use for it. */
export type MarketAsset = {
  readonly symbol: string;
  readonly name: string;
  /** Start price in US dollars. The simulated price moves around it. */
  readonly usd: number;
  /** How the price moves: a coin walks at random, a stablecoin stays near one dollar, a currency hardly moves. */
  readonly kind: 'coin' | 'stable' | 'currency';
  readonly coingecko?: string;
  readonly coinpaprika?: string;
  /** Id of Pyth's feed with the asset's price in US dollars. */
  readonly feed?: string;
  /** Address of the asset's mint on Solana, and the mint's decimals. */
  readonly mint?: string;
  readonly decimals?: number;
};

type Identifiers = Omit<MarketAsset, 'symbol' | 'name' | 'usd' | 'kind'>;

function coin(symbol: string, name: string, usd: number, identifiers: Identifiers = {}): MarketAsset {
  return { symbol, name, usd, kind: 'coin', ...identifiers };
}

function stable(symbol: string, name: string, identifiers: Identifiers): MarketAsset {
  return { symbol, name, usd: 1, kind: 'stable', ...identifiers };
}

/** All assets of the sandbox, with start prices of a plausible size. */
export const assets: readonly MarketAsset[] = [
  coin('BTC', 'Bitcoin', 96_400, {
    coingecko: 'bitcoin',
    coinpaprika: 'btc-bitcoin',
    feed: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
  }),
  coin('ETH', 'Ethereum', 3_310, {
    coingecko: 'ethereum',
    coinpaprika: 'eth-ethereum',
    feed: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
  }),
  coin('SOL', 'Solana', 186.4, {
    coingecko: 'solana',
    coinpaprika: 'sol-solana',
    feed: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
    mint: 'So11111111111111111111111111111111111111112',
    decimals: 9,
  }),
  coin('XRP', 'XRP', 2.31, {
    coingecko: 'ripple',
    coinpaprika: 'xrp-xrp',
    feed: 'ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8',
  }),
  coin('BNB', 'BNB', 693, {
    coingecko: 'binancecoin',
    coinpaprika: 'bnb-binance-coin',
    feed: '2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f',
  }),
  coin('DOGE', 'Dogecoin', 0.334, {
    coingecko: 'dogecoin',
    coinpaprika: 'doge-dogecoin',
    feed: 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c',
  }),
  coin('ADA', 'Cardano', 0.921, {
    coingecko: 'cardano',
    coinpaprika: 'ada-cardano',
    feed: '2a01deaec9e51a579277b34b122399984d0bbf57e2458a7e42fecd2829867a0d',
  }),
  coin('AVAX', 'Avalanche', 37.2, {
    coingecko: 'avalanche-2',
    coinpaprika: 'avax-avalanche',
    feed: '93da3352f9f1d105fdfe4971cfa80e9dd777bfc5d0f683ebb6e1294b92137bb7',
  }),
  coin('LINK', 'Chainlink', 21.4, {
    coingecko: 'chainlink',
    coinpaprika: 'link-chainlink',
    feed: '8ac0c70fff57e9aefdf5edf44b51d62c2d433653cbb2cf5cc06bb115af04d221',
  }),
  coin('DOT', 'Polkadot', 6.85, {
    coingecko: 'polkadot',
    coinpaprika: 'dot-polkadot',
    feed: 'ca3eed9b267293f6595901c734c7525ce8ef49adafe8284606ceb307afa2ca5b',
  }),
  coin('LTC', 'Litecoin', 104.6, {
    coingecko: 'litecoin',
    coinpaprika: 'ltc-litecoin',
    feed: '6e3f3fa8253588df9326580180233eb791e03b443a3ba7a1d892e73874e19a54',
  }),
  coin('BCH', 'Bitcoin Cash', 441, {
    coingecko: 'bitcoin-cash',
    coinpaprika: 'bch-bitcoin-cash',
    feed: '3dd2b63686a450ec7290df3a1e0b583c0481f651351edfa7636f39aed55cf8a3',
  }),
  coin('UNI', 'Uniswap', 13.3, {
    coingecko: 'uniswap',
    coinpaprika: 'uni-uniswap',
    feed: '78d185a741d07edb3412b09008b7c5cfb9bbbd7d568bf00ba737b456ba171501',
  }),
  coin('AAVE', 'Aave', 312, {
    coingecko: 'aave',
    feed: '2b9ab1e972a281585084148ba1389800799bd4be63b957507db1349314e47445',
  }),
  coin('TRX', 'TRON', 0.251, {
    coingecko: 'tron',
    coinpaprika: 'trx-tron',
    feed: '67aed5a24fdad045475e7195c98a98aea119c763f272d4523f5bac93a4f33c2b',
  }),
  coin('GRAM', 'Gram', 5.42, { coingecko: 'the-open-network' }),
  coin('NEAR', 'NEAR Protocol', 5.08, {
    coingecko: 'near',
    coinpaprika: 'near-near-protocol',
    feed: 'c415de8d2eba7db216527dff4b60e8f3a5311c740dadb233e13e12547e226750',
  }),
  coin('ATOM', 'Cosmos', 6.37, {
    coingecko: 'cosmos',
    coinpaprika: 'atom-cosmos',
    feed: 'b00b60f88b03a6a625a8d1c048c3f66653edf217439983d037e7222c4e612819',
  }),
  coin('XLM', 'Stellar', 0.412, {
    coingecko: 'stellar',
    coinpaprika: 'xlm-stellar',
    feed: 'b7a8eba68a997cd0210c2e1e4ee811ad2d174b3611c22d9ebf16f4cb7e9ba850',
  }),
  coin('ALGO', 'Algorand', 0.338, { coingecko: 'algorand', coinpaprika: 'algo-algorand' }),
  coin('ETC', 'Ethereum Classic', 26.1, { coingecko: 'ethereum-classic', coinpaprika: 'etc-ethereum-classic' }),
  coin('FIL', 'Filecoin', 5.21, { coingecko: 'filecoin', coinpaprika: 'fil-filecoin' }),
  coin('HBAR', 'Hedera', 0.274, { coingecko: 'hedera-hashgraph' }),
  coin('ICP', 'Internet Computer', 10.6, { coingecko: 'internet-computer' }),
  coin('LDO', 'Lido DAO', 1.83, { coingecko: 'lido-dao', coinpaprika: 'ldo-lido-dao' }),
  coin('CRV', 'Curve DAO', 0.911, { coingecko: 'curve-dao-token' }),
  coin('INJ', 'Injective', 19.7, {
    coingecko: 'injective-protocol',
    feed: '7a5bc1d2b56ad029048cd63964b3ad2776eadf812edc1a43a31406cb54bff592',
  }),
  coin('RENDER', 'Render', 7.14, { coingecko: 'render-token' }),
  coin('S', 'Sonic', 0.512),
  coin('A', 'Vaulta', 0.487),
  coin('POL', 'Polygon', 0.471, { coingecko: 'polygon-ecosystem-token' }),
  coin('APT', 'Aptos', 9.12, {
    coingecko: 'aptos',
    feed: '03ae4db29ed4ae33d323568895aa00337e658e348b37509f5372ae51f0af00d5',
  }),
  coin('ARB', 'Arbitrum', 0.742, {
    coingecko: 'arbitrum',
    coinpaprika: 'arb-arbitrum',
    feed: '3fa4252848f9f0a1480be62745a4629d9eb1322aebab8a791e344b3b9c1adcf5',
  }),
  coin('OP', 'Optimism', 1.86, {
    coingecko: 'optimism',
    coinpaprika: 'op-optimism',
    feed: '385f64d993f7b77d8182ed5003d97c60aa3361f3cecfe711544d2d59165e9bdf',
  }),
  coin('SUI', 'Sui', 4.03, {
    coingecko: 'sui',
    coinpaprika: 'sui-sui',
    feed: '23d7315113f5b1d3ba7a83604c44b94d79f4fd69af77f804fc7f920a6dc65744',
  }),
  coin('SEI', 'Sei', 0.406, {
    coingecko: 'sei-network',
    coinpaprika: 'sei-sei',
    feed: '53614f1cb0c031d4af66c04cb9c756234adad0e1cee85303795091499a4084eb',
  }),
  coin('TIA', 'Celestia', 5.11, {
    coingecko: 'celestia',
    coinpaprika: 'tia-celestia',
    feed: '09f7c1d7dfbb7df2b8fe3d3d87ee94a2259d212da4f30c1f0540d066dfa44723',
  }),
  coin('HYPE', 'Hyperliquid', 24.8, {
    coingecko: 'hyperliquid',
    coinpaprika: 'hype-hyperliquid',
    feed: '4279e31cc369bbcc2faf022b382b080e32a8e689ff20fbc530d2a603eb6cd98b',
  }),
  coin('SHIB', 'Shiba Inu', 0.00002185, { coingecko: 'shiba-inu', coinpaprika: 'shib-shiba-inu' }),
  coin('PEPE', 'Pepe', 0.00001742, { coingecko: 'pepe', coinpaprika: 'pepe-pepe' }),
  coin('BONK', 'Bonk', 0.00002913, {
    coingecko: 'bonk',
    coinpaprika: 'bonk-bonk',
    feed: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
    mint: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    decimals: 5,
  }),
  coin('JUP', 'Jupiter', 0.843, {
    coingecko: 'jupiter-exchange-solana',
    feed: '0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996',
    mint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    decimals: 6,
  }),
  coin('WIF', 'dogwifhat', 1.91, {
    coingecko: 'dogwifcoin',
    feed: '4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc',
    mint: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
    decimals: 6,
  }),
  coin('JTO', 'Jito', 3.06, {
    coingecko: 'jito-governance-token',
    coinpaprika: 'jto-jito',
    feed: 'b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2',
    mint: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL',
    decimals: 9,
  }),
  coin('PYTH', 'Pyth Network', 0.362, {
    coingecko: 'pyth-network',
    coinpaprika: 'pyth-pyth-network',
    feed: '0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff',
    mint: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3',
    decimals: 6,
  }),
  coin('RAY', 'Raydium', 4.87, {
    coingecko: 'raydium',
    coinpaprika: 'ray-raydium',
    feed: '91568baa8beb53db23eb3fb7f22c6e8bd303d103919e19733f2bb642d3e7987a',
    mint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
    decimals: 6,
  }),
  coin('ORCA', 'Orca', 3.54, {
    coingecko: 'orca',
    coinpaprika: 'orca-orca',
    feed: '37505261e557e251290b8c8899453064e8d760ed5c65a779726f2490980da74c',
    mint: 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE',
    decimals: 6,
  }),
  stable('USDC', 'USDC', {
    coingecko: 'usd-coin',
    coinpaprika: 'usdc-usd-coin',
    feed: 'eaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    decimals: 6,
  }),
  stable('USDT', 'Tether', {
    coingecko: 'tether',
    coinpaprika: 'usdt-tether',
    feed: '2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b',
    mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    decimals: 6,
  }),
  stable('DAI', 'Dai', { coingecko: 'dai' }),
  { symbol: 'EUR', name: 'Euro', usd: 1.082, kind: 'currency' },
  { symbol: 'GBP', name: 'Pound sterling', usd: 1.264, kind: 'currency' },
];

/** The assets whose prices providers show. Currencies are left out, because prices are only quoted in them. */
export const tradedAssets: readonly MarketAsset[] = assets.filter(({ kind }) => kind !== 'currency');
