/**
 * Words right before and after an address that tell its role, as sources of regular expressions over folded text.
 * `decisive` words belong to one role. `suggestive` words are labels that several roles share.
 */
export type RoleWords = {
  readonly before: { readonly decisive: readonly string[]; readonly suggestive: readonly string[] };
  readonly after: { readonly decisive: readonly string[]; readonly suggestive: readonly string[] };
  /** Words before and after an address that tell its role only together, as in "can X sign". */
  readonly around?: { readonly before: string; readonly after: string };
  /**
   * Words in the rest of the sentence that speak of something named before, as in "does X have power over it". They tell
   * the role of an address that is not the first one.
   */
  readonly pointsBack?: string;
  /** Words for somebody who has the role and whose address the question lacks: "can my key open X". */
  readonly unnamed?: string;
  /** Nouns for what has the role. They count beside other words: "for my key X" is of a target that is called a key. */
  readonly nouns?: string;
};

const signer: RoleWords = {
  before: {
    decisive: [
      'signers?|signing (?:key|authority|wallet)|signatory|(?:close|freeze|upgrade|mint|stake|withdraw|nonce|vote|update) authority|<|←|by|belongs? to|belonging to|answers? to|delegated to|assigned to|(?:under|within) (?:the )?(?:sole |full |exclusive )?(?:control|authority|power|command) of|in the hands of|up to|bow(?:s|ed)? to|obeys?|listens? to|puppet of|boss is|(?:upgrad(?:ed|able|eable)|rewritten|changed|signature|opened) (?:by|from)|key (?:is|of|with)|can (?:dev|it be)|power of|sig(?:nature)? (?:from|of|by)|la signature de|la llave de [^,.]{0,20}es|identity|hers is|his is|ledger|(?:hold|holds|have|has|with|got|holding) (?:the )?key (?:to|for)|(?:hand|seal|writ) of|sole hand of',
      'besides|other than|apart from|except(?: for)?|(?:a |the )?(?:signature|approval|consent) (?:from|of|by)|(?:given|gives?|granted|grants?|handed|hands) (?:\\p{L}+ ){0,3}to|lists?|listed|recogni[sz]es?|trusts?|accepts?',
      '(?:controlled|owned|signed|signable|managed|governed|held|authori[sz]ed|operated|administered|run|approved) by',
      'firmante|pertenece a|en manos de|bajo (?:el )?control de|mediante|(?:controlad|firmad|gestionad|manejad|autorizad|administrad)[oa]s? por|propiedad de',
      "signataire|par|appartient(?: il| elle)? a|appartenant a|sous (?:le )?controle d[e']|(?:controle|signe|gere|autorise|detenu|possede|pilote|administre)e?s? par",
      'unterzeichner(?:in)?|signierer|durch|gehort zu|unter (?:der )?kontrolle von|in den handen von',
      'assinante|signatario|pertence a[o]?|nas maos d[eoa]|sob (?:o )?controle d[eoa]|(?:controlad|assinad|gerid|gerenciad|autorizad|administrad)[oa]s? (?:por|pel[oa])',
      "firmatario|appartiene a(?:l|lla)?|nelle mani di|sotto (?:il )?controllo di|da|dal|dalla|(?:controllat|firmat|gestit|autorizzat|amministrat)[oa] da(?:l|lla|ll')?",
      '(?:контролируется|управляется|подписывается|принадлежит|подчиняется|подписан\\p{L}*|подконтрольн?\\p{L}*)(?! ли)(?: ключом| ключу| кошельком| кошельку)?|подписант\\p{L}*|ключом|кошельком|через|с помощью',
      'imzalayan|imzaci\\p{L}*|由|被|归|受|属于|署名者|签名者|签署人|签名人|서명자',
    ],
    suggestive: [
      'leader|boss|admin|founder|dev(?:eloper)?|cashier|treasurer|manager|director|president|intern|partner|helper|employee|colleague|(?:his|her|their) (?:own )?(?:wallet|key)|own (?:wallet|key)|(?:hot|personal) wallet',
      'key|keypair|pub ?key|public key|wallet|authority|delegate|owner|with|using|via|can|could|may|does|do|is|if|whether',
      'clave|llave|billetera|cartera|puede|con|cle|portefeuille|avec|peut|schlussel|kann|darf|mit|chave|carteira|pode|com|chiave|portafoglio|puo|con',
      'ключ|кошелек|может(?: ли)?|anahtar|cuzdan|私钥|公钥|密钥|钱包|鍵|秘密鍵|公開鍵|ウォレット|키|지갑',
    ],
  },
  after: {
    decisive: [
      '(?:is )?(?:the |a |an |its )?(?:sole |only |valid )?(?:signer|signatory)|(?:as )?its (?:authority|owner|delegate)|to (?:co )?sign(?! for| on)',
      '(?:unterschrieben|unterzeichnet|kontrolliert|gesteuert|verwaltet|signiert|autorisiert|gehalten)',
      "['’]?\\s?(?:adresi |cuzdani |anahtari )?tarafindan",
      '(?:という)?(?:の)?(?:アドレス|鍵|キー|ウォレット)?(?:が|によって|により|だけで|単独で|に(?=支配|管理|制御|所有|属))',
      '(?:라는)?\\s?(?:주소|키|지갑)?(?:에 의해|가(?!\\s?(?:아니))|이(?=\\s)|만으로)',
      '(?:这个|的)?(?:密钥|私钥|公钥|钱包|地址)?(?:手里|手上|手中|单独|独自)',
    ],
    suggestive: [
      '(?:actually |really |also |still |even |alone |itself )*(?:can|could|may|has|have|is able|able to|allowed|authori[sz]ed|sign|signs|approve|approves|control|controls|own|owns|manage|manages|(?:is )?(?:the |a |an )?(?:authority|owner|delegate))',
      "puede|firma|controla|tiene|autoriza|es (?:el |la )?(?:firmante|duen\\p{L}*|propietari\\p{L}*)|peut|a-t-il|a le droit|signe|est(?:-il|-elle)? (?:le |la |l')?(?:signataire|proprietaire)",
      'fur|uber|im namen|berechtigt|darf|kann|unterschreib\\p{L}*|pode|assina|tem|consegue|puo|ha|e autorizzat\\p{L}*',
      'может|подписать|подписывать|имеет|вправе|контролирует|управляет|владеет|распоряжается',
      '(?:という)?(?:の)?(?:アドレス|鍵|キー|ウォレット)?(?:は|で)|(?:라는)?\\s?(?:주소|키|지갑)?(?:은|는|로|으로)',
      '(?:这个|的)?(?:密钥|私钥|公钥|钱包|地址|签名者)?(?:能|可以|可否|是否|有没有|有权|是不是|来|控制)',
      'key(?=\\s?[,;.)]|$)',
    ],
  },
  around: {
    before:
      '(?:can|could|may|might|is|does|do|did|will|would|should|whether|if|that|has|lets?|allows?|kann|darf|puede|peut|pode|puo|может|может ли)',
    after:
      '(?:,|just|still|also|even|really|actually|alone|itself|by itself|ever|now|currently|the|a|an|its|be|able to|allowed to|entitled to|authori[sz]ed to|on its own|single handedly|\\s)*(?:sign(?!ed|able)|co ?sign|upgrade|change|drain|move|mint(?!ed)|print|make more|control(?!led)|spend|freeze|thaw|close|act(?= )|approve|withdraw|update|modify|burn|sole|authority|entitled|firmar|signer|unterschreiben|zeichnen|assinar|firmare|подпис\\p{L}*)(?!able|ed(?![\\p{L}])|d(?![\\p{L}]))',
  },
  pointsBack:
    '(?:for|over|on|of|to|from|with|w|change|changes|upgrade|upgrades|move|moves|mint|control|controls|command|commands|touch|close|open|opens|sign|spend|drain|freeze|print|rewrite|alter) (?:it|that|this|there|them|his|hers|theirs)(?![\\p{L}])|(?:does|do|did|has|have) it count|(?:is|are) allowed to',
  unnamed: '(?:my|his|her|our|their)(?: own)? (?:key|wallet)',
  nouns:
    'key|keypair|pub ?key|wallet|signer|signatory|authority|person|suspect|dev|clave|llave|billetera|schlussel|cle|chiave|chave|ключ\\p{L}*|кошел\\p{L}*',
};

const target: RoleWords = {
  before: {
    decisive: [
      'target|>|→|➡|signers? (?:of|for|on)|signatory (?:of|for)|for|on behalf of|behalf of|in place of|instead of|over|of|on|from|out of|against|into|access to|keys to|what belongs to|belonging to|rights? (?:to|on|over|for)|control|controls|controlling|own|owns|owning|governs?|manages?|spend|move|drain|close|freeze|upgrade',
      'objetivo|firmante de|pertenece|por|en nombre de|a nombre de|para|sobre|de|del|desde|controla|maneja|posee|gestiona',
      "cible|signataire d[eu]|appartient|pour|pour le compte d[e']|au nom d[e']|sur|d[eu]|d'|a la place d[e']|depuis|controle|gere|possede",
      'ziel|unterzeichner (?:von|fur)|gehort|fur|im namen von|im auftrag von|namens|uber|anstelle von|auf|kontrolliert|besitzt|steuert|verwaltet|(?:eigentumer|inhaber|besitzer|kontrolle|autoritat)(?:in)? (?:von|uber)',
      'alvo|assinante d[eoa]|pertence|em nome d[eoa]|d[eoa]|pel[oa]|possui|administra|gerencia|em lugar d[eoa]',
      "appartiene|firmatario d[ei]l?|per|per conto d[i']|a nome d[i']|su|sul|sulla|di|del|della|dell'|al posto d[i']|controlla|possiede|gestisce",
      '(?:принадлежит|подчиняется|контролируется|подписан\\p{L}*) ли|за|от имени|от лица|для|над|вместо|контролирует|управляет|владеет|распоряжается',
      'hedef|为|替|代表|给|对|控制|管理|管|以|帮|代|拥有|支配|动用',
    ],
    suggestive: [
      'resource|gate|door|tgt|prog|bank|fund|pot|safe|coin|contract|token acc(?:t|ount)?|tkn acc(?:t|ount)?|tok acc(?:t)?|(?:shared|joint|group|team|family) (?:wallet|account)|set up(?: a| an| the)?(?: wallet| account)?',
      'account|token account|ata|mint|program|vault|multi ?sig|stake account|nonce(?: account)?|pda|treasury|escrow',
      'cuenta|compte|konto|conta|conto|programa|programme|programm|programma|счет\\p{L}*|аккаунт\\p{L}*|программ\\p{L}*|hesap|账户|帐户|账号|アカウント|口座|계정|계좌',
    ],
  },
  after: {
    decisive: [
      '(?:is |are |be |being |can |could |may |also |actually |really )*(?:controlled|owned|signed|signable|managed|governed|held|administered|operated|under the|under control|belongs?|answers?|delegated|assigned)',
      '(?:ever |also |really )?(?:needs?|requires?|accepts?|lists?|recogni[sz]es?|trusts?|given|granted|allows?|lets?)(?! to sign)',
      "'?s (?:only |sole |current )?(?:signers?|authority|owner|key|delegate|(?:upgrade|close|mint|freeze|stake|withdraw|nonce|vote) authority)",
      '<-|<=|←',
      '(?:esta |es )?(?:controlad|firmad|gestionad|autorizad|manejad)[oa]|pertenece|(?:est |est-il |est-elle )?(?:controle|signe|gere|detenu)e? par|appartient',
      '(?:wird )?(?:von|durch)|gehort|(?:e |esta )?(?:controlad|assinad|gerid)[oa]|pertence|(?:e |viene )?(?:controllat|firmat|gestit)[oa]|appartiene',
      'контролируется|управляется|подписывается|принадлежит|подчиняется|подконтрол\\p{L}*',
      "['’]?\\s?(?:token )?(?:hesab\\p{L}* |adres\\p{L}* |program\\p{L}* |cuzdan\\p{L}* |mint )?(?:icin|adina|uzerinde|yerine)|['’]\\s?[ny]?[iu]\\s",
      '(?:という)?(?:トークン)?(?:アカウント|口座|アドレス|ミント|プログラム|ウォレット)?(?:の(?:ため|代わり|代理|代表|名義|署名|権限|オーナー|所有|管理|トランザクション|取引)?|に対し|に代わ|を|に(?!よ))',
      '(?:라는)?\\s?(?:토큰 )?(?:주소|계정|계좌|프로그램|민트)?(?:를|을|에 대해|에 대한|\\s?대신|의|에(?=\\s(?!의해))|명의)',
      '(?:这个|的)?(?:账户|帐户|程序|账号)?(?:的(?:名义|授权|签名|所有|控制|权限)|(?:能不能|可不可以|可以|能|能否|可否|是不是|应该)由|是不是由|是否由|由|被|归|是否被|受|属于|签名|签字)',
    ],
    suggestive: ['(?:is (?:a|the|our) )?(?:mint|program|vault|treasury|multisig|bank)(?=\\s?[,;.)]|$)'],
  },
  nouns:
    'mint|prog(?:ram)?(?:me)?|vault|treasury|(?:token |stake |nonce |trust |shared |joint )?account|ata|multi ?sig|pda|escrow|contract|coin|safe|studio|pot|fund|programa|programm|programma|cuenta|compte|konto|conta|conto|програм\\p{L}*|минт\\p{L}*|сч[её]т\\p{L}*',
};

const pool: RoleWords = {
  before: {
    decisive: [
      '(?:liquidity |lp |amm |cpmm |damm |raydium |meteora )?pool(?: id)?|amm|lp|cpmm|damm|dlmm|clmm|raydium|meteora|orca|route|via|through|thru|by way of|pair|market|venue|into|goes? into|(?:get|how much (?:comes|goes)) out of|(?:get )?out of a swap in|liquidity (?:is )?(?:that )?of|swap in|against',
      'piscina|fondo comun|piscine|bassin|пул\\p{L}*|havuz\\p{L}*|池子(?:走|是)?|资金池|流动性池|流动池|池|プール(?:は)?|풀',
      'pul[aeiy]?|pool-?ul|poolul|poolen|poolu|vasca|baze[nň]\\p{L}*|kolam|lewat|be|bai|door(?: pool)?|przez(?: pul[aeiy])?|basseng\\p{L}*|поол\\p{L}*|المجمع|الحوض|مجمع|استخر|พูล|पूल|הבריכה',
    ],
    suggestive: ['in|on|at|at the|en|dans|im|no|na|nel|в|quote|quote for|для'],
  },
  after: {
    decisive: [
      '(?:is |as |being )?(?:the |a |my )?(?:liquidity |lp |amm )?pool|havuz\\p{L}*|プール|풀|(?:这个|那个|的)?池|пул\\p{L}*|पूल|(?:を)?(?:経由|通じて)',
    ],
    suggestive: [],
  },
};

const payer: RoleWords = {
  before: {
    decisive: [
      "(?:fee[ _-]?)?payer|wallet paying|(?:my |from (?:my )?|for (?:my )?|user |trader )?wallet|signer|signatory|sign(?:s|ed|ing|ature|atures)?(?: with| w| as| by| of| from)?|authori[sz]ed by|paid by|user|trader|taker|sender|pay(?:s|ing)? with|i am|i['’ ]?m|for me|pay(?:s|ing)?|let|paymaster|purse|at the expense of|on behalf of(?: wallet)?|who signs|wallet that signs",
      'pagador\\p{L}*|paga|pagando|firmante|firma|billetera|cartera|monedero|payeur\\p{L}*|portefeuille|signataire|zahler\\p{L}*|geldborse|carteira|pagante|portafoglio|firmatario|op kosten van|betaler|betaal(?: zelf)? met|platnik\\p{L}*|podpisuje|podepise|platce|platitor\\p{L}*|plateste|nguoi tra(?: phi)?|vi tra(?: la)?|pembayar\\p{L}*',
      'плательщик\\p{L}*|платник\\p{L}*|кошел\\p{L}*|подписант\\p{L}*|підпис\\p{L}*|плачу с|платить|odeyen|cuzdan\\p{L}*|付款人|付款的是|付款钱包|支付者|付款方|钱包|錢包|支払者|支払い者|支払人|払うのは|ペイヤー|ウォレット|지불자|결제자|지갑|페이어|الدافع|اللي بيدفع|המשלם|คนจ่าย|پرداخت‌?کننده|πληρωτη(?: τον)?',
    ],
    suggestive: ['owner|authority|by|for|as|from|mit|por|par|con|cu|com'],
  },
  after: {
    decisive: [
      '(?:is |as |being |be )?(?:the |my |on )?(?:one (?:who|that) )?(?:fee |wallet )?(?:payer|pays|paying|signs|signing|signer|signatory|paymaster)|(?:is |being )the wallet that signs|is me(?![\\p{L}])|meets the cost|pays? for|(?:would |will )?(?:swaps?|trades?|sells?|shoves?|puts?)(?![\\p{L}])|(?:が|は)?(?:支払|払)|(?:가|이) (?:지불|결제)|付款|支付|oduyor|ode(?:se|r)|платит|paga|paie|zahlt|placi|betaalt|platitor|bancando|yang bayar|wallet sign|अपनी जेब',
    ],
    suggestive: ['wallet|cuzdan\\p{L}*|ウォレット|지갑|钱包'],
  },
};

const input: RoleWords = {
  before: {
    decisive: [
      'input(?: token)?(?: account)?|inputtokenaccount|source|src|acc(?:oun)?t in|paying (?:token )?acc(?:oun)?t|in(?=(?: to?k(?:en)?)? (?:account|ac(?:c|ct)|ata|ta)(?![\\p{L}]))|(?<!amount )in(?=\\s?[:=])|from|off|out of|spends?(?: from)?|spend(?:ing)? from|pay(?:ing)? from|pay side|sell(?:ing)? from|debit(?:s|ed|ing)?(?: to| his| her)?|leave|leaving|leaves|left|quit|starts?|taken from|sent (?:from|by)|fed from|drawn from|stuck in|sitting in|from(?: account| jar| flask| chest)|out of (?:flask|jar|chest)',
      'entrada|origen|origem|desde|entree|depuis|part du(?: compte)?|(?:compte )?source|eingang\\p{L}*|eingabe\\p{L}*|quell\\p{L}*|aus|ingresso|origine|sorgente|partenza|pres[aeio] da|uit|van|z konta|schodza z|z uctu|z|din|dari|keluar dari|diambil dari|tu|lay tu',
      'вход\\p{L}*|исходн\\p{L}*|источник\\p{L}*|с|со|из|зі|со счета|giris\\p{L}*|kaynak|输入|来源|转出|从|从我|入力|送金元|元|입력|출금|보내는|من|طالع من|برداشت از|از|απο το|จากบัญชี|บัญชีขาออก',
    ],
    suggestive: ['in|de|von|da|dal|do|od'],
  },
  after: {
    decisive: [
      "(?:(?:is |as |being )?(?:the |my )?(?:input|source)|(?:is |be |to be |shall be |being )+debited)(?![\\p{L}])|(?:sends?|gives?|giving|spends?|spending|leaves?)(?![\\p{L}])|is where it starts|in(?=\\s?[/,;|)]|$)|から|에서|출금|转出|転出|से|se(?= kat| nik)|hesabindan|['’]\\s?[dt][ae]n",
    ],
    suggestive: ['里'],
  },
};

const output: RoleWords = {
  before: {
    decisive: [
      'output(?: token)?(?: account)?|outputtokenaccount|destination|dest|dst|sink|out(?=(?: to?k(?:en)?)? (?:account|ac(?:c|ct)|ata|ta)(?![\\p{L}]))|acc(?:oun)?t out|(?<!amount )out(?=\\s?[:=])|to|into|out to|comes? out (?:at|on|to|in)|come at|receiv(?:e|es|ed|ing)(?: in| into| to| at| on| side)?|reach|credit(?:s|ed|ing)?(?: to)?|lands?(?: it)? (?:in|on|at)|getting (?:\\p{L}+ ){0,4}(?:in|into|at|on)|gets? (?:\\p{L}+ ){0,4}(?:in|into|on)|end(?:s|ing)? (?:up )?(?:in|at)|arriv\\p{L}*(?: in| at| on)?|goes?(?: in| into| to)?|booked on(?: the)?|spit back at',
      'salida|destino|hacia|caiga en|pinga em|a parar a|sortie|destination|vers|arriver sur|ausgang\\p{L}*|ausgabe\\p{L}*|ziel\\p{L}*|nach|auf|saida|para|uscita|destinazione|verso|arrivo|finisce in|naar|na konto|wpadaja na|prijde to na|vrati se to na|na|spre|pica in|ke|masuk ke(?: akun)?|nhan o|tien ve|till|utdelning till',
      'выход\\p{L}*|назначени\\p{L}*|получател\\p{L}*|получаю на|получить на|впасти на|на|в|cikis\\p{L}*|hedef|输出|目标|目的|转入|到|落到|出力|受取|受け取り|送金先|先|출력|입금|받을|받는|نازل في|στο|บัญชีขาเข้า|換出來的進',
    ],
    suggestive: ['out|a|al|su|en|sur|zu|no|em'],
  },
  after: {
    decisive: [
      "(?:(?:is |as |being )?(?:the |my )?(?:output|destination)|(?:is |be |to be |shall be |being )+credited)(?![\\p{L}])|(?:will |would |should )?(?:receives?|gets?|collects?|receiving|obtains?)(?![\\p{L}])|is where it (?:should )?ends?|out(?=\\s?[/|])|へ|まで|で受け取|(?:으)?로(?=[\\s,.?]|$)|入金|转入|受取|में|hesabina|me aana|['’]\\s?[yn]?[ae](?=[\\s,.?]|$)",
    ],
    suggestive: ['に|out(?=\\s?[,.;)]|$)|as (?:the )?(?:output|destination)'],
  },
};

const mint: RoleWords = {
  before: {
    decisive: [
      'mint|token|coin|memecoin|ca|contract(?: address)?|jeton|ficha|moneda|munze|moeda|moneta|токен\\p{L}*|монет\\p{L}*|минт\\p{L}*|コイン|トークン|ミント|代币|币|合约|토큰|코인|민트',
    ],
    suggestive: [
      'address|addr|direccion|adresse|endereco|indirizzo|адрес\\p{L}*|adres\\p{L}*|地址|アドレス|주소|is|of|for',
    ],
  },
  after: {
    decisive: ['(?:という)?(?:トークン|コイン)|(?:이라는 )?(?:토큰|코인)|(?:这个)?(?:代币|币)|token|tokeni|coini'],
    suggestive: [],
  },
};

const tokenAccount: RoleWords = {
  before: {
    decisive: [
      '(?:associated )?(?:token )?account|ata|cuenta(?: de token(?:s)?)?|compte(?: de jetons?)?|(?:token)?konto|conta(?: de tokens?)?|conto|счет\\p{L}*|аккаунт\\p{L}*|hesap|账户|アカウント|계정',
    ],
    suggestive: ['address|of|owner of|owns|holds|is|in'],
  },
  after: {
    decisive: ['(?:token )?(?:account|hesab\\p{L}*)|(?:トークン)?アカウント|(?:토큰 )?계정|(?:代币)?账户'],
    suggestive: [],
  },
};

/**
 * The words of each parameter that has the same meaning in every type. The name of any other parameter is its only
 * word.
 */
export const roleWords: Readonly<Record<string, RoleWords>> = {
  signer,
  target,
  pool,
  payer,
  inputTokenAccount: input,
  outputTokenAccount: output,
  address: mint,
  account: tokenAccount,
};
