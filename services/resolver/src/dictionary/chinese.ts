/** English words for Chinese ones. `dictionaryOf` tells the form. */
export const chinese = `
  how many: 有多少 多少人 多少个 多少個 多少位 多少名 几个 幾個 几人 幾人 几位 幾位 几条 幾條 有几 有幾
  how much: 多少钱 多少錢 多少 几钱 幾錢 几块 幾塊 咋卖 几刀 几u 啥价 做多少
  what: 什么 什麼 甚麼 啥 什么样 什麼樣
  which: 哪个 哪個 哪一个 哪一個 哪些 哪种 哪種 哪款 哪家 哪一家
  who: 谁 誰 哪位 什么人 什麼人
  whose: 谁的 誰的
  when: 什么时候 什麼時候 甚麼時候 何时 何時 几时 幾時 啥时候 多久
  where: 哪里 哪裡 哪裏 哪儿 哪兒 何处 何處 在哪 边度
  why: 为什么 為什麼 为甚麼 為甚麼 为何 為何 为啥 為啥 怎么会 干嘛 點解
  how: 怎么 怎麼 怎样 怎樣 如何 咋样 咋 点样
  is: 是不是 是否 是吗 是嗎 就是 是
  was: 曾经是 曾經是 当时是 當時是 原来是 原來是
  will: 会不会 會不會 将会 將會 会涨 會漲 会跌 會跌 将要 將要
  can: 能不能 可不可以 可以 能够 能夠 能否 可否
  could: 可不可能 有可能 也许能
  should: 应该 應該 该不该 該不該 应当 應當 要不要
  did: 有没有过 了没有 了沒有
  has: 有着 拥有了 具有
  does it exist: 是否存在 存不存在 存在吗 存在嗎 存在 有没有 有沒有
  i need: 我需要 需要 我要用
  i want: 我想要 我想 我要 想要 我希望 我想知道
  tell me: 告诉我 告訴我 跟我说 跟我說 和我说 说说 說說 同我讲
  give me: 给我 給我 俾我 来个
  show me: 给我看 給我看 显示 顯示 展示 看看 列出来
  check: 检查 檢查 查一下 看一下 核实 核實 验证 驗證 确认 確認 查查 帮我查 幫我查
  please: 请问 請問 麻烦 麻煩 拜托 拜託 请 請 唔该 帮我 幫我 帮忙 幫忙
  know: 知道 知唔知 知不知道 晓得 了解
  look up: 查询 查詢 查找 搜索 搜尋 搜一下 查看 查下 查
  price: 价格 價格 价钱 價錢 价位 價位 现价 現價 币价 幣價 报价 報價 行情 售价 售價 单价 單價 市价 市價 什么价 什麼價
  worth: 值多少 价值 價值 值钱 值錢 市值多少
  cost: 花费 花費 成本 要花 费用多少
  rate: 汇率 匯率 利率 费率 費率 兑换率 兌換率
  spot: 现货 現貨
  exchange: 交易所 交易平台
  trading: 交易中 交易 买卖 買賣 成交
  dollars: 美元 美金 美刀 刀乐
  euros: 欧元 歐元
  funding: 资金费率 資金費率 资金费 資金費 资金利率
  perpetual: 永续合约 永續合約 永续 永續 永续价 合约价 u本位
  long: 做多 多头 多頭 多单 多單
  short: 做空 空头 空頭 空单 空單 开空 開空
  followers: 粉丝数 粉絲數 粉丝量 粉丝 粉絲 关注者 關注者 追踪者 追蹤者 追随者 跟隨者 涨粉
  following: 关注数 關注數 正在关注 正在關注 关注了 關注了 追踪中 追蹤中
  follow: 关注 關注 追踪 追蹤
  posts: 帖子数 发帖数 帖子 贴文 貼文 推文 发帖 發帖 发文 發文 动态 動態 发推 發推
  account: 账号 帳號 账户 帳戶 帐号 賬號 賬戶 帐户 户口
  profile: 个人资料 個人資料 主页 主頁 个人主页 個人主頁 简介 簡介
  username: 用户名 用戶名 使用者名稱 昵称 暱稱 網名 网名
  players: 玩家数 玩家數 玩家 在线人数 在線人數 同时在线 同時在線 線上人數 游戏人数
  playing: 在玩 正在玩 玩着 玩緊 游玩
  people: 人们 人們 人数 人數 个人 個人
  online: 在线 在線 线上 線上 上线
  game: 游戏 遊戲 手游 网游 網遊
  server: 服务器 伺服器 服務器
  active: 活跃 活躍 激活 有效
  now: 现在 現在 如今 而家 现时 現時
  currently: 目前 当前 當前 眼下
  today: 今天 今日 今儿
  at the moment: 此刻 此时 此時 这会儿 這會兒 这时候
  right now: 立刻 马上 馬上 立即 即刻 现在立刻
  live: 实时 實時 即时 即時 最新
  token: 代币 代幣 通证
  coin: 币种 幣種 加密货币 加密貨幣 虚拟货币 虛擬貨幣 这个币 這個幣 哪个币 哪個幣 土狗 山寨币 数字货币
  wallet: 钱包 錢包 冷钱包
  address: 地址 位址 合约地址 合約地址
  program: 程序 程式 智能合约 智能合約
  curve: 联合曲线 聯合曲線 曲线 曲線
  kind: 类型 類型 种类 種類 类别 類別 哪一种 哪一種 哪类
  private key: 私钥 私鑰 私匙 助记词 助記詞
  executable: 可执行 可執行
  owner: 所有者 拥有者 擁有者 持有人 主人 所有人
  owns: 拥有 擁有
  belongs: 属于 屬於 归属 歸屬 归谁 歸誰
  delegate: 委托 委託 授权给 授權給 代理人 被委托
  frozen: 被冻结 被凍結 已冻结 已凍結 冻住 凍住
  freeze: 冻结 凍結
  authority: 冻结权限 凍結權限 铸币权限 鑄幣權限 增发权限 权威 管理权 管理權 铸币权
  mint: 铸造 鑄造 铸币 鑄幣 增发 增發
  supply: 供应量 供應量 总供应 流通量 发行量 發行量 供应 供應 供给
  holders: 持币人 持有者 持币者 持幣者 持币地址 持币人数
  concentrated: 集中度 集中 高度控盘 控盘
  safe: 安全 靠谱 可靠
  risk: 风险 風險 危险 危險
  scam: 骗局 騙局 诈骗 詐騙 骗子 騙子 割韭菜 杀猪盘 跑路
  honeypot: 貔貅盘 貔貅 蜜罐 卖不出去
  trap: 陷阱 坑人
  revoked: 已撤销 已撤銷 撤销 撤銷 丢权限 放弃权限 放棄權限 弃权
  pool: 流动池 流動池 资金池 資金池 池子 矿池 底池
  reserves: 储备 儲備 准备金
  liquidity: 流动性 流動性
  fee: 手续费 手續費 交易费 服务费
  fees: 费用 費用 各项费用
  swap: 兑换 兌換 换成 換成 互换 交换 交換
  receive: 收到 得到 能换 能換 换到 換到 能拿到 获得 獲得
  amount: 数量 數量 金额 金額 数额
  base units: 最小单位 最小單位 基本单位 基本單位 基础单位
  enabled: 启用 啟用 开启 開啟 已开通
  paused: 暂停 暫停 已停用
  sign: 签名一下 签署 簽署 签字 簽字 签了 代签 能签名 能簽名 谁能签 誰能簽 可以签名
  signature: 签名 簽名
  key: 密钥 密鑰 公钥 公鑰
  upgrade: 升级 升級
  move: 转走 轉走 挪用 动用 動用 转出 轉出
  allowed: 被允许 允许 允許 准许
  permission: 权限 權限 许可 許可 授权 授權
  control: 控制 掌控
  balance: 余额 餘額 结余
  holds: 持有 持仓 持倉
  contains: 包含 里面有 裡面有 含有
  empty: 空的 为空 空钱包
  left: 剩余 剩餘 还剩 還剩 剩下
  yesterday: 昨天 昨日 尋日
  tomorrow: 明天 明日 听日 聽日
  week: 星期 一周 一週 本周 本週 这周 這週 礼拜 禮拜
  month: 本月 个月 個月 这个月 這個月 月份 每月
  year: 今年 一年 每年 年度
  ago: 以前 天前 小时前 小時前 之久前 前几天
  last: 上周 上週 上个 上個 上月 去年 上一次 最后一次 上次
  next: 下周 下週 下个 下個 下月 明年 下一个 下一個 下次 接下来 接下來
  since: 自从 自從 以来 以來
  before: 之前 在此之前
  after: 之后 之後 以后 以後
  during: 期间 期間 过程中
  morning: 早上 早晨 上午 今早
  night: 晚上 夜里 夜裡 昨晚 今晚 夜间 半夜
  monday: 星期一 周一 週一 礼拜一 禮拜一
  tuesday: 星期二 周二 週二 礼拜二 禮拜二
  wednesday: 星期三 周三 週三 礼拜三 禮拜三
  thursday: 星期四 周四 週四 礼拜四 禮拜四
  monday: 星期五 周五 週五 礼拜五 禮拜五
  saturday: 星期六 周六 週六 礼拜六 禮拜六
  sunday: 星期日 星期天 周日 週日 礼拜天 禮拜天
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
  was before: 原先 原来 原來 曾经 曾經 过去 過去 当时 當時 那时 那時
  average: 平均 均价 均價 均值
  maximum: 最大 上限
  minimum: 最小 最少 下限
  highest: 最高
  lowest: 最低
  record: 纪录 紀錄 新高
  peak: 峰值 高峰 顶峰 頂峰 巅峰
  history: 历史 歷史 过往
  chart: 走势图 走勢圖 图表 圖表 k线 k線 线图
  change: 变化 變化 涨跌幅 漲跌幅 涨跌 漲跌 变动 變動 波动 涨幅 漲幅 跌幅
  percent: 百分之 百分比 百分点
  growth: 增长 增長 成长 成長 增速
  gained: 赚了 賺了 增加了 涨了多少 盈利 获利
  lost: 亏了 虧了 失去 损失 損失 掉了 亏损 虧損 掉粉
  fell: 跌了 下跌 暴跌 跌到 下降 大跌
  rose: 涨了 漲了 上涨 上漲 暴涨 暴漲 涨到 漲到 上升 大涨
  volume: 成交量 交易量 交易额 交易額 成交额 成交額
  market cap: 总市值 總市值 市值
  open interest: 未平仓合约 未平倉合約 未平仓 未平倉 持仓量 持倉量
  ranking: 排行榜 排行 榜单 榜單
  list: 列表 清单 清單 列出 名单
  all: 所有 全部 一切
  total: 总共 總共 总计 總計 一共 合计 总数 總數
  compare: 比较 比較 对比 對比 相比
  difference: 差别 差別 差异 差異 差距 差价 差價
  better: 更好 比较好 比較好 更优
  best: 最好 最佳 最棒 最优
  worst: 最差 最糟 最烂
  forecast: 预测一下 预估 預估 走势 走勢 前景预测
  predict: 预测 預測 预言
  expect: 预期 預期 期待 预计 預計
  think: 觉得 覺得 认为 認為 你看
  opinion: 看法 意见 意見 观点 觀點 怎么看 怎麼看
  recommend: 推荐 推薦
  advice: 建议 建議 忠告
  worth it: 值得 划算 值不值 抵唔抵
  future: 未来 未來 将来 將來 前景 后市
  buy: 购买 購買 买入 買入 买进 买点 抄底 买 買
  sell: 卖出 賣出 卖掉 賣掉 出售 抛售 卖 賣 沽出
  send: 发送 發送 发给 發給 寄给 傳送 发到
  transfer: 转账 轉帳 转帐 轉賬 转移 轉移 汇款 匯款 转给 轉給
  withdraw: 提现 提現 提币 提幣 取款 提款 出金
  pay: 支付 付款 付钱 付錢 买单
  delete: 删除 刪除 删掉 刪掉 清除
  close: 关闭 關閉 平仓 平倉 关掉 註銷 注销
  stop: 停止 停下 别再 止损
  cancel: 取消 撤单 撤單
  execute: 执行 執行 运行 運行
  create: 创建 創建 建立 新建 生成 制作 製作
  post it: 发布 發布 發佈 发个帖 发一条 發一條 发条推特
  notify: 通知我 通知
  alert: 提醒价 警报 警報 预警 預警 报警
  remind: 提醒我 提醒
  write: 写一 寫一 撰写 撰寫 写个 写篇 寫篇 编写 写
  translate: 翻译 翻譯
  calculate: 计算 計算 算一下 算算
  convert: 换算 換算 转换 轉換 折合
  explain: 解释 解釋 说明 說明 讲解 講解
  means: 什么意思 什麼意思 啥意思 意思 代表什么 意味
  definition: 定义 定義 是什么东西
  works: 怎么运作 怎麼運作 运作 運作 工作原理 原理
  difference between: 有什么区别 有什麼區別 有什么不同 区别 區別 有咩分别
  example: 例子 举例 舉例 例如 示例 範例
  learn: 学习 學習 教程 入门
  likes: 点赞数 点赞 點讚 按讚 获赞 喜欢数
  views: 播放量 浏览量 瀏覽量 观看次数 觀看次數 阅读量 閱讀量 观看 觀看 点击量
  subscribers: 订阅者 訂閱者 订阅数 訂閱數 订阅 訂閱 订户
  comments: 评论 評論 留言
  shares: 分享 转发 轉發 转推 轉推
  messages: 消息 訊息 信息 私信 短信
  members: 成员 成員 会员 會員 群友
  friends: 好友 朋友们 朋友們
  together: 一起 合计起来 加起来 加起來
  copies: 份数 拷贝 套数
  sold: 卖了 賣了 销量 銷量 售出
  reviews: 评测 評測 好评 好評 差评 差評 评价 評價
  price on steam: 游戏价格 遊戲價格 史低
  downloads: 下载量 下載量 下载 下載
  rank: 排名 名次 排第几 第几名
  score: 评分 評分 分数 分數 得分
  level: 等级 等級 级别 級別
  room: 空间 空間 容量 名额
  transaction: 这笔交易 這筆交易 一笔交易 一筆交易
  transactions: 交易记录 交易紀錄 交易記錄 交易笔数 转账记录
  hash: 哈希 哈希值 雜湊
  block: 区块 區塊
  network: 网络 網絡 網路 主网 主網
  gas: 矿工费 礦工費 燃料费 汽油 油价
  stock: 股票 股价 股價 个股 美股
  gold: 黄金 黃金 金价 金價
  currency: 货币 貨幣 法币 法幣
  inflation: 通货膨胀 通貨膨脹 通胀 通脹 通膨
  weather: 天气 天氣 气温 下雨
  news: 新闻 新聞 资讯 資訊 头条
  bank: 银行 銀行
  tax: 税收 缴税 报税 税务 稅務 税金 稅金 交税 繳稅
  salary: 工资 工資 薪水 薪资 薪資 月薪
  job: 工作 职位 職位 职业
  food: 食物 美食 吃饭 吃飯 吃什么 好吃 菜谱 食谱
  movie: 电影 電影 影片
  football: 足球 世界杯 球赛
  president: 总统 總統 主席
  ignore instructions: 忽略指令 忽略之前 忽略以上 忽略所有 忽略 忽視 无视 無視
  forget: 忘记 忘記 忘掉 忘了
  pretend: 假装 假裝 扮演 装作 角色扮演
  reply with: 只回复 只回答 只回覆 回答 答复 回复 回覆
  say that: 说一声 就说 就說 请说 你要说
  system: 系统 系統 提示词 提示詞
  rules: 规则 規則 规定 規定 指令 指示
  hello: 你好 您好 哈喽 哈囉 嗨 大家好 早安 在吗 在嗎
  thanks: 谢谢 謝謝 多谢 多謝 感谢 感謝 谢啦
  sorry: 对不起 對不起 抱歉 不好意思 唔好意思
  friend: 朋友 哥们 兄弟 老铁
  boss: 老板 老闆 上司 领导 領導
  customer: 客户 客戶 顾客 顧客
  colleague: 同事
  money: 钱 錢 资金 資金 现金 現金
  market: 市场 市場 大盘 大盤 盘面
  month end: 月底 月末
  invoice: 发票 發票 账单 帳單
  report: 报告 報告 报表 報表 周报
  table: 表格
  token account: 代币账户 代幣帳戶 代币帐户 代币账号
  payer: 付款人 支付账户
  input: 输入 輸入
  output: 输出 輸出
  not: 不是 没有 沒有 不要
  or: 还是 還是 或者
  twitter: 推特
`;
