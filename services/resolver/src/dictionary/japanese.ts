/** English words for Japanese ones. `dictionaryOf` tells the form. */
export const japanese = `
  how many: 何人 いくつ 何個 何件 何名 何枚 何本 何回 なんにん 何人くらい 何アカウント どれくらいの人 どのくらいの人
  how much: いくら 何円 何ドル なんぼ どれくらい どれぐらい どのくらい どのぐらい どれほど いくらぐらい
  what: なに なん 何 どんな どういう 何が 何を
  which: どれ どの どっち どちら
  who: 誰が 誰 だれ どなた どいつ
  whose: 誰の だれの どなたの
  when: いつ 何時 何日 いつから いつごろ
  where: どこ どちらで 何処
  why: なぜ 何故 どうして なんで 何で
  how: どうやって どのように どうすれば どうなって どう やり方 方法
  is: ですか です である なのか だっけ でしょうか かどうか
  are: いますか いるの
  was: でしたか でした だった であった
  will: だろうか だろう でしょう になるか
  can: できますか できる できます 可能ですか 可能 出来る 出来ます
  could: できました できた かもしれない いただけますか もらえますか
  should: すべき べき した方がいい したほうがいい 方がいい ほうがいい
  did: しましたか したか ましたか
  has: 持ってる
  does it exist: 存在しますか 存在する 存在して 存在 実在 ありますか あるの
  i need: 必要です 必要 要ります が要る
  i want: してほしい 欲しい ほしい がしたい 知りたい 見たい
  tell me: 教えてください 教えて おしえて 教えろ 教え 聞かせて
  give me: ください 下さい ちょうだい くれ 頂戴
  show me: 見せて 表示して 表示 みせて 出して
  check: 確認して 確認 チェック 検証 調査 見て
  please: お願いします お願い おねがい 願います 頼む たのむ すみませんが
  know: 知ってますか 知ってる 知って 分かる わかる わかります 知ら
  look up: 調べて 調べ しらべて 検索 照会 参照 探して
  price: 価格 値段 ねだん 相場 プライス 時価 現在値 レート価格 単価 売値
  worth: 価値 値打ち 相当額 の価値
  cost: 費用 コスト 原価 かかりますか かかる
  rate: 為替レート 為替 レート 金利 利率 料率
  spot: 現物 スポット
  exchange: 取引所 販売所
  trading: 取引されて 取引中 取引 トレード 売買
  dollars: 米ドル ドル建て ドル
  euros: ユーロ
  funding: 資金調達率 ファンディングレート ファンディング 資金調達 ファンディング料
  perpetual: 無期限契約 無期限先物 無期限 パーペチュアル パーペ 先物
  long: ロング 買い建て 買い持ち
  short: ショート 空売り 売り建て 売り持ち
  followers: フォロワー数 フォロワー ふぉろわー フォロアー
  following: フォロー数 フォロー中 フォローして
  follow: フォロー
  posts: 投稿数 投稿 ポスト数 ポスト ツイート ツイート数 書き込み
  account: アカウント アカウント名 垢 口座
  profile: プロフィール プロフ
  username: ユーザー名 ユーザ名 ユーザーネーム ハンドル名 ハンドルネーム ハンドル
  players: プレイヤー数 プレーヤー数 プレイヤー プレーヤー 同時接続者 同時接続 同接 接続者 プレイ人数
  playing: プレイして プレイ中 遊んで 遊ばれて プレイ 遊ぶ あそんで
  people: 人数 人々 人たち ひとたち
  online: オンライン 接続中 ログイン中
  game: ゲーム げーむ
  server: サーバー サーバ 鯖
  active: アクティブ 有効期限内 稼働中 稼働
  now: 今 いま
  currently: 現在 現時点 目下
  today: 今日 本日 きょう
  at the moment: 今のところ 現状 今の時点
  right now: たった今 今すぐ いますぐ ただいま ちょうど今
  live: リアルタイム ライブ 最新
  token: トークン
  coin: 仮想通貨 暗号資産 暗号通貨 アルトコイン 草コイン このコイン どのコイン 銘柄
  wallet: ウォレット 財布 ワレット
  address: アドレス 住所
  program: プログラム スマートコントラクト スマコン
  curve: ボンディングカーブ カーブ 曲線
  kind: 種類 タイプ 種別 何の種類 類い
  private key: 秘密鍵 プライベートキー シードフレーズ
  executable: 実行可能 実行できる
  owner: 所有者 オーナー 持ち主 保有主
  owns: 所有して 所有する 所有 所持 持っている 持って
  belongs: 属する 属して 属し 帰属 のもの
  delegate: 委任先 委任 デリゲート 委託
  frozen: 凍結されて 凍結された 凍結済み 凍結中 フリーズされ
  freeze: 凍結 フリーズ
  authority: 凍結権限 発行権限 ミント権限 フリーズ権限 ミント権 オーソリティ 権限者
  mint: ミント 鋳造 追加発行 新規発行
  supply: 供給量 総供給量 発行枚数 発行量 供給 総発行
  holders: ホルダー数 ホルダー 保有者 保有者数
  concentrated: 集中して 集中 偏って 偏り 寡占
  safe: 安全 大丈夫 安心
  risk: リスク 危険 危ない あぶない ヤバい やばい
  scam: 詐欺 スキャム ラグプル 騙し 怪しい
  honeypot: ハニーポット 売れない
  trap: 罠 わな トラップ
  revoked: 放棄されて 放棄済み 放棄 取り消し済み 取り消されて 失効 剥奪
  pool: 流動性プール プール
  reserves: 準備金 リザーブ 備蓄
  liquidity: 流動性 リクイディティ
  fee: 手数料 取引手数料 フィー
  fees: 諸費用 手数料率
  swap: スワップ 両替 交換 交換したら
  receive: 受け取れる 受け取り 受け取る 受取 もらえる 貰える 手に入る
  amount: 数量 金額 枚数 分量
  base units: 最小単位 基本単位 ベースユニット
  enabled: 有効化 有効 オンになって 使える
  paused: 一時停止 停止中 止まって
  sign: 署名する 署名して 署名できる 署名権 サインする サインして
  signature: 署名 シグネチャ
  key: 公開鍵 鍵 パブリックキー
  upgrade: アップグレード 更新
  move: 動かせる 動かす 動かし 移動 移す 持ち出
  allowed: 許可されて 許されて 許される してもいい
  permission: 許可 権限 パーミッション
  control: 支配 制御 コントロール 管理して
  balance: 残高 バランス ざんだか
  holds: 保有 保有して 保持
  contains: 含まれて 含む 入って 中身
  empty: 空っぽ からっぽ 空です 空なの
  left: 残って 残り 余って のこり
  yesterday: 昨日 きのう
  tomorrow: 明日 あした あす
  week: 一週間 週間 今週 毎週
  month: 今月 ヶ月 か月 カ月 一ヶ月 毎月
  year: 今年 年間 一年 毎年 ことし
  ago: 日前 時間前 年前 分前 週間前
  last: 先週 先月 去年 昨年 前回 前の
  next: 来週 来月 来年 次の 次回 翌日
  since: 以来 から今まで からずっと 以降
  before: 以前 前に まえに その前
  after: その後 の後 後に あとで
  during: 期間中 の間に あいだ
  morning: 今朝 午前 けさ の朝
  night: 昨夜 今夜 夜 深夜 ゆうべ 今晩
  monday: 月曜日 月曜
  tuesday: 火曜日 火曜
  wednesday: 水曜日 水曜
  thursday: 木曜日 木曜
  monday: 金曜日 金曜
  saturday: 土曜日 土曜
  sunday: 日曜日 日曜
  january: 1月 一月
  february: 2月 二月
  march: 3月 三月
  april: 4月 四月
  may: 5月 五月
  june: 6月 六月
  july: 7月 七月
  august: 8月 八月
  september: 9月 九月
  october: 10月 十月
  november: 11月 十一月
  december: 12月 十二月
  was before: 当時 かつて 昔 もともと 過去 のとき
  average: 平均
  maximum: 最大 マックス 上限
  minimum: 最小 最低限 下限
  highest: 最高値 最高 一番高い 最も高い
  lowest: 最安値 最低 一番安い 一番低い 最安
  record: 最高記録 記録
  peak: ピーク 天井 最盛期
  history: 履歴 歴史 推移 ヒストリー
  chart: チャート グラフ
  change: 変化 変動 騰落率 前日比 増減
  percent: パーセント 割合 何割
  growth: 成長 増加率 伸び率 伸び
  gained: 増えた 増えました 増加 儲かった 獲得した
  lost: 失った 減った 減りました 損した 減少 損失
  fell: 下がった 下落 暴落 急落 下がりました 値下がり 下がって
  rose: 上がった 上昇 急騰 高騰 上がりました 値上がり 上がって
  volume: 出来高 取引量 取引高 ボリューム 売買高
  market cap: 時価総額
  open interest: 未決済建玉 建玉 オープンインタレスト 未決済
  ranking: ランキング 番付
  list: リスト 一覧 一覧表 列挙
  all: すべて 全て 全部 ぜんぶ あらゆる
  total: 合計 総計 全体で トータル 総数
  compare: 比較して 比較 比べて 比べる 比べ
  difference: 差額 差分 価格差
  better: より良い の方が良い のほうがいい ましな 優れて
  best: 一番良い 最良 ベスト 一番いい 最適
  worst: 最悪 ワースト 一番悪い
  forecast: 予報 見通し 見込み
  predict: 予測 予想 予言
  expect: 期待 想定 見込まれ
  think: と思う 思いますか 思う 考えて 考える 思って
  opinion: 意見 見解 どう思う 感想
  recommend: おすすめ オススメ お勧め お薦め 推奨
  advice: アドバイス 助言
  worth it: 買う価値 価値がある 価値ある お得
  future: 将来 未来 今後 これから
  buy: 購入 買って 買う 買い 買える 買え 買っ 買おう
  sell: 売却 売って 売る 売り 売っ 売ろう
  send: 送って 送る 送信 送れ 送り
  transfer: 送金 振り込み 振込 転送 譲渡
  withdraw: 出金 引き出し 引き出す 引き出して 出庫
  pay: 支払い 支払う 支払って 払って 払う 決済
  delete: 削除 消して 消す 消去
  close: 閉じて 閉じる 閉鎖 クローズ
  stop: 停止 止めて やめて ストップ 止める
  cancel: キャンセル 取り消して 取り消し 取消 解約
  execute: 実行 実行して 動かして
  create: 作成 作って 作る 生成 つくって
  post it: 投稿して ツイートして ポストして つぶやいて 投稿しろ 公開して
  notify: 通知して 通知 知らせて お知らせ
  alert: アラート 警告 警報
  remind: リマインド リマインダー 思い出させて
  write: 書いて 書く 執筆 書け 書き
  translate: 翻訳 訳して 和訳 英訳
  calculate: 計算 計算して 算出
  convert: 換算 変換 コンバート
  explain: 説明して 説明 解説
  means: どういう意味 意味 とは何 って何
  definition: 定義
  works: 仕組み 機能する しくみ 動作する
  difference between: の違い 違いは 違い ちがい
  example: たとえば 例えば 具体例 例を
  learn: 学ぶ 勉強 学習 学びたい
  likes: いいね数 いいね ライク
  views: 再生回数 再生数 視聴回数 閲覧数 視聴数 インプレッション
  subscribers: チャンネル登録者数 チャンネル登録者 登録者数 登録者 購読者
  comments: コメント数 コメント リプライ リプ
  shares: シェア 共有 リツイート リポスト 拡散
  messages: メッセージ 伝言
  members: メンバー数 メンバー 会員 参加者
  friends: 友人たち フレンド 友達リスト
  together: 一緒に いっしょに 合わせて 合算
  copies: 何部 コピー 部数
  sold: 売れた 売れて 売れました 売上 販売数 販売本数
  reviews: レビュー 評判 口コミ
  price on steam: ゲームの価格 ゲームの値段 セール価格
  downloads: ダウンロード数 ダウンロード
  rank: 順位 何位 ランク
  score: スコア 得点 点数 評価
  level: レベル
  room: 空き容量 空き 余地 定員
  transaction: トランザクション トランザク
  transactions: 取引履歴 取引件数 取引数
  hash: ハッシュ ハッシュ値
  block: ブロック
  network: ネットワーク メインネット
  gas: ガス代 ガス ガソリン
  stock: 株価 株式 株
  gold: 金価格 ゴールド 金の値段
  currency: 通貨 法定通貨
  inflation: インフレ 物価上昇
  weather: 天気 天候 気温
  news: ニュース 報道
  bank: 銀行 バンク
  tax: 税金 課税 確定申告 納税
  salary: 給料 給与 年収 月収
  job: 仕事 求人 バイト 就職
  food: 食べ物 食事 ご飯 料理 レシピ
  movie: 映画
  football: サッカー フットボール ワールドカップ
  president: 大統領 社長
  ignore instructions: 指示を無視 命令を無視 無視して 無視
  forget: 忘れて 忘れる 忘れろ
  pretend: ふりをして ふりして なりきって 演じて
  reply with: と返信 と返答 とだけ答え 返信して 答えて 回答
  say that: と言って と言え って言って
  system: システム プロンプト
  rules: ルール 規則 指示 命令
  hello: こんにちは こんばんは おはよう もしもし やあ どうも ハロー
  thanks: ありがとうございます ありがとう サンキュー 感謝 あざす ありがと
  sorry: ごめんなさい ごめん 申し訳 すみません すいません
  friend: 友達 友人 ともだち
  boss: 上司 ボス
  customer: 顧客 お客様 お客さん クライアント
  colleague: 同僚
  money: お金 金銭 おかね 資金 現金
  market: 市場 マーケット 市況
  month end: 月末
  invoice: 請求書 インボイス
  report: レポート 報告書 報告
  table: テーブル 表形式 表にして
  token account: トークンアカウント トークン口座
  payer: 支払い元 支払者
  input: 入力
  output: 出力
  not: ではない じゃない ない
  or: それとも または
  twitter: ツイッター
`;
