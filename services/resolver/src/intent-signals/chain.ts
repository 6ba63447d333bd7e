import { phrases } from '../phrase-finder.ts';

/** Words that ask whether holders of a token are at risk. */
export const riskWords: readonly string[] = phrases(`
  safe, safety, unsafe, risk*, rug*, rugcheck, rugpull, rug pull, scam*, scma, honeypot*, honey pot, legit*, sus, sketchy, shady, dodgy, fishy, danger*, malicious, red flag*,
  trustworthy, trust, mint authority, freeze authority, mintable, freezable, renounced, revoked, can be frozen, get frozen, freeze my, mint more, print more,
  top holders, concentrated, concentration, audit, ponzi, fraud*, drain my, seguro, segura, segurid*, riesgo*, riesgos*, estafa*, fraude*, peligros*, confiable*, fiable*,
  sur ce, sûr, sûre, risque*, arnaque*, dangereu*, louche, fiables, sicher, sicherheit, risiko*, riskant*, betrug*, betrüger*, seriös, gefährlich*, vertrauenswürdig*,
  risco*, arriscad*, golpe*, perigos*, confiável, sicuro, sicura, sicurezza, rischi*, rischios*, truffa*, pericolos*, affidabil*, 安全, 危険, リスク, 詐欺, ラグプル, ハニーポット, 怪しい,
  风险, 風險, 骗局, 诈骗, 跑路, 貔貅, 危险, 靠谱, 割韭菜, 안전, 위험, 스캠, 사기, 러그, 허니팟, безопас*, риск*, скам*, мошен*, рагпул*, ханипот*, опас*, надежн*, надёжн*,
  güvenli*, güvenilir*, riskli*, riski*, dolandır*, tehlike*, scam mi
`);

/** Words about signing for an account or controlling it. */
export const signWords: readonly string[] = phrases(`
  sign, signs, signing, signer, signers, signed, signature, signatory, sgin, cosign*, authority, authorise*, authorize*, authorised, authorized, on behalf of, in charge of, permission, permitted, entitled, control, controls,
  controlled, can spend, spend from, move funds, act for, delegate*, upgrade authority, close authority, can_sign, cansign, power over, multisig, multi-sig,
  firma*, firmar, firmante*, autorid*, autoriz*, en nombre de, controla*, signer pour, signe*, signataire*, autorite*, autoris*, au nom de, contrôl*, unterschr*, unterzeich*,
  signier*, zeichnungsberecht*, berechtig*, befugt*, kontrollier*, im namen von, assina*, assinar, assinante*, autoridade, em nome d*, firmare, firmatar*, controllat*, autorità, per conto di,
  署名, サイン, 権限, 管理して, 签名, 签字, 簽名, 权限, 授权, 控制, 代表, 归, 서명, 권한, 통제, 대신, подпис*, полномоч*, контролир*, право подписи, от имени, управля*,
  imza*, imzala*, yetki*, kontrol ed*, adına
`);

/** Words for a swap pool and its reserves. */
export const poolWords: readonly string[] = phrases(`
  pool, pools, pol, liquidity, liquidty, reserves, reserve, resrves, amm, lp, cpmm, damm, raydium, meteora, piscina, liquidez, reservas, comisión del pool, liquidité, réserves, pools, liquidität, reserven, liquiditätspool,
  riserve, liquidità, プール, 流動性, 準備金, 池子, 资金池, 流动池, 流动性, 储备, 풀, 유동성, 준비금, пул, пула, пуле, пулу, пулом, ликвидност*, резерв*, havuz*, likidite*, rezerv*
`);

/** Words for the result of a swap. */
export const swapWords: readonly string[] = phrases(`
  swap, swaps, swapping, swapped, swpa, quote, quotes, quoting, trade *, trading, simulate, simulation, dry run, amount out, amount in, amountin, expected output, price impact, comes out, come out, would i get, do i get, will i get, i receive,
  would i receive, i'd get, get me, get for, slippage, base units, lamports, cotiza, cotiz*, simula*, intercambi*, cambio, recibo, recibiría, devis, échange*, reçois, recevrais, tausch*, angebot, bekomme, erhalte, kommt raus,
  cotação, troca*, recebo, receberia, preventivo, quotazione, scambi*, ricevo, riceverei, スワップ, 見積も*, 交換, 受け取れ, 兑换, 报价, 換, 换, 能得到, 스왑, 견적, 교환, 받나, 받을, своп*, обмен*, котиров*, получу, выйдет,
  takas*, teklif*, alırım
`);

/** Words that ask for an owner. */
export const ownerWords: readonly string[] = phrases(`
  owner, owners, ownr, owns, onws, own, owned, ownership, whose, who holds, holder of, belong*, belongs to, whom, who is behind, wallet behind, dueño, dueña, propietari*, de quién, a quién pertenece, pertenece, à qui, appartien*, propriétaire*,
  wem gehört, gehört, inhaber*, besitzer*, dono, dona, de quem, proprietári*, pertence, di chi, proprietari*, appartiene, 所有者, 持ち主, オーナー, 誰の, 谁的, 所有者, 拥有者, 主人, 归谁,
  소유자, 주인, 누구 것, 누구 거, владел*, кому принадлежит, чей, чья, принадлеж*, sahibi*, kimin, kime ait
`);

/** Words for an account that holds tokens. */
export const tokenAccountWords: readonly string[] = phrases(`
  token account*, tokn account*, token acount*, token acc, token acct, tok acct, ata, atas, associated token, spl account, token_account*, ata_owner, cuenta de token*, cuenta de tokens, compte de token*, compte de jeton*, token-konto*, tokenkonto*, token konto*, conta de token*,
  conto token, usdc account, トークンアカウント, トークン口座, 代币账户, 代币帐户, 토큰 계정, 토큰 어카운트, 토큰 계좌, токен-аккаунт*, токен аккаунт*, токен-счет*, токен-счёт*, токен счет*, token hesab*
`);

/** Words that ask for the kind of an address. */
export const kindWords: readonly string[] = phrases(`
  address, adress, addres, addr, kind of account, type of account, sort of account, account type, kind of address, type of address, what kind, what type, which kind, on curve, off curve, on-curve, off-curve, pda, program derived, executable, system account, sysvar, stake account, vote account,
  nonce account, wallet or, or a wallet, or a program, smart contract, exists, exist, identify, resolve, resolve_address, account_info, owner program, lamports, dirección, billetera o, tipo de cuenta, tipo de dirección, adresse, type de compte, portefeuille ou,
  was für ein konto, was für eine adresse, wallet oder, endereço, tipo de conta, carteira ou, indirizzo, tipo di account, tipo di indirizzo, portafoglio o, アドレス, どんなアカウント, 何のアカウント, 地址, 什么类型, 账户类型, 钱包还是,
  주소, 어떤 계정, 무슨 계정, 지갑인가, адрес, что за адрес, кошелек или, кошелёк или, adres*, ne tür, cüzdan mı
`);

/** Words that ask for an action. Assay only measures, so it performs none. */
export const actionWords: readonly string[] = phrases(`
  send, transfer, withdraw, deposit, execute, sign and send, submit, broadcast, buy me, sell my, sell all, buy some, purchase, pay, burn, create a, set up, set a, make me, make a, notify, alert, alert me, ping me, remind me, watch, subscribe, copy trade,
  add liquidity, remove liquidity, remove my, close my, revoke the, unstake, stake my, mint me, airdrop me, approve, refund, recover, hack, steal, envía, enviar, transfiere, compra, avísame, envoie, transfère, achète, préviens, sende, überweise, kaufe, schick,
  benachrichtige, envia, envie, transfira, compre, avise, invia, trasferisci, avvisami, 送って, 送金して, 買って, 通知して, 转账, 转给, 发送, 帮我买, 通知我, 提醒我, 보내줘, 송금, 사줘, 알림, отправь, переведи, купи, уведоми, gönder, transfer et, satın al, haber ver
`);

/** Words for quantities of accounts and pools that no data type measures. */
export const chainMetricWords: readonly string[] = phrases(`
  number of trades, how many trades, number of swaps, how many swaps, largest trade, biggest trade, top holders list, list the top holders,
  market cap, marketcap, mcap, mkt cap, fdv, fully diluted, volume, tvl, total value locked, apy, apr, roi, yield, how many holders, holder count, number of holders, holders count, list all holders, list holders, how many people hold, how many wallets hold,
  transaction history, transactions history, tx history, last transaction*, recent transaction*, latest transaction*, how many transactions, all transfers, transfer history, who created, who deployed, who made, created by, when was * created, when was * launched,
  how old, pnl, profit*, net worth, portfolio, nfts, nft, impermanent loss, fees earned, seed phrase, secret key, give me the private key, show me the private key, real name, email, phone number, listed on, coingecko, airdrop*, ticker, logo, website, twitter, socials, capitalización, volumen, titulares,
  cuántos holders, historial de, quién creó, capitalisation, nombre de détenteurs, combien de détenteurs, historique des, qui a créé, marktkapitalisierung, handelsvolumen, wie viele halter, wer hat * erstellt, transaktionsverlauf,
  capitalização, quantos holders, quem criou, histórico de transações, capitalizzazione, quanti holder, chi ha creato, cronologia, 時価総額, 出来高, 保有者数, 保有者は何人, 取引履歴, 市值, 成交量, 交易量, 多少持有人, 持币人数,
  交易记录, 시가총액, 시총, 거래량, 홀더 몇, 홀더 수, 거래 내역, капитализац*, объем*, объём*, сколько холдеров, история транзакций, кто создал, piyasa değeri, hacim, hacmi, kaç holder, işlem geçmişi
`);

/** Words for the price of an address. Prices are asked by symbol, and an address has none. */
export const chainPriceWords: readonly string[] = phrases(`
  cost, costs, price of, price for, current price, market price, usd price, price in usd, worth, usd value, value in usd, trading at, precio de, cuánto vale, prix de, prix du, combien vaut, preis von, was kostet, preço de, preço do, quanto vale, prezzo di, prezzo del,
  の価格, 的价格, 多少钱, 가격, цена, цену, сколько стоит, fiyatı, kaç dolar
`);

const networks =
  'ethereum|eth|erc|bsc|bnb(?: smart)?(?: chain)?|polygon|matic|arbitrum|optimism|avalanche|avax|fantom|tron|trx|sui|aptos|ton|cardano|cosmos|osmosis|bitcoin|btc|xrp ledger|xrpl|ripple|polkadot|starknet|hedera|algorand|stellar|monad|berachain|zksync|linea|blast|scroll|cronos|litecoin|dogecoin|evm';
const nouns =
  'main ?net|network|chain|blockchain|wallet|address|addresses|contract|token|safe|netzwerk|adresse|reseau|portefeuille|red|direccion|billetera|rede|endereco|carteira|rete|indirizzo|portafoglio|地址|钱包|合约|链|アドレス|ウォレット|チェーン|주소|지갑|체인|адрес\\p{L}*|кошел\\p{L}*|сет\\p{L}*|adres\\p{L}*|cuzdan\\p{L}*|ag\\p{L}*';

/** Matches another network by its standards, explorers and exchanges, or as "on X" or "X wallet". */
export const otherNetworkPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:erc-?(?:20|721|1155)|bep-?(?:2|20)|trc-?20|brc-?20|evm|etherscan|bscscan|basescan|arbiscan|polygonscan|tronscan|uniswap|pancakeswap|pancake swap|sushiswap|quickswap|aerodrome|traderjoe|curve ?finance|curve\\.fi|balancer|metamask|gnosis safe|segwit|taproot|utxo|[a-z0-9-]{2,40}\\.eth|(?:on|auf|en|sur|su|na|no|em|в|на|at)\\s+(?:the\\s+)?(?:${networks}|base(?!\\s*(?:unit|-))|near(?=$|[\\s?.!,]))|(?:${networks}|base(?=\\s+(?:main|net|chain)))\\s*(?:${nouns}))(?![\\p{L}\\p{N}])`,
  'gu',
);
