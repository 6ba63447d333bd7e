const networks =
  'ethereum|eth|erc|bsc|bnb(?: smart)?(?: chain)?|polygon|matic|arbitrum|optimism|avalanche|avax|fantom|tron|trx|sui|aptos|ton|cardano|cosmos|osmosis|bitcoin|btc|xrp ledger|xrpl|ripple|polkadot|starknet|hedera|algorand|stellar|monad|berachain|zksync|linea|blast|scroll|cronos|litecoin|dogecoin|evm';
const nouns =
  'main ?net|network|chain|blockchain|wallet|address|addresses|contract|token|safe|netzwerk|adresse|reseau|portefeuille|red|direccion|billetera|rede|endereco|carteira|rete|indirizzo|portafoglio|地址|钱包|合约|链|アドレス|ウォレット|チェーン|주소|지갑|체인|адрес\\p{L}*|кошел\\p{L}*|сет\\p{L}*|adres\\p{L}*|cuzdan\\p{L}*|ag\\p{L}*';

/** Matches another network by its standards, explorers and exchanges, or as "on X" or "X wallet". */
export const otherNetworkPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:erc-?(?:20|721|1155)|bep-?(?:2|20)|trc-?20|brc-?20|evm|etherscan|bscscan|basescan|arbiscan|polygonscan|tronscan|uniswap|pancakeswap|pancake swap|sushiswap|quickswap|aerodrome|traderjoe|curve ?finance|curve\\.fi|balancer|metamask|gnosis safe|segwit|taproot|utxo|[a-z0-9-]{2,40}\\.eth|(?:on|auf|en|sur|su|na|no|em|в|на|at)\\s+(?:the\\s+)?(?:${networks}|base(?!\\s*(?:unit|-))|near(?=$|[\\s?.!,]))|(?:${networks}|base(?=\\s+(?:main|net|chain)))\\s*(?:${nouns}))(?![\\p{L}\\p{N}])`,
  'gu',
);
