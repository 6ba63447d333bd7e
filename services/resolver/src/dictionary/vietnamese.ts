/** English words for Vietnamese ones. `dictionaryOf` tells the form. */
export const vietnamese = `
  how many: có_bao_nhiêu bao_nhiêu_người có_mấy mấy_người bao_nhiêu_cái
  how much: bao_nhiêu bao_nhiêu_tiền bnhiu bnhieu bao_nhiu nhiêu bao_nhiêu_đô bao_nhiêu_dô nhiêu_tiền
  what: cái_gì là_gì điều_gì diều_gì thế_nào_là
  which: cái_nào loại_nào con_nào đồng_nào dồng_nào người_nào game_nào token_nào
  who: là_ai của_người_nào ai_đang ai_dang ai_là ai_có ai_đã ai_dã
  whose: của_ai thuộc_về_ai
  when: khi_nào bao_giờ lúc_nào hồi_nào chừng_nào mấy_giờ
  where: ở_đâu ở_dâu chỗ_nào nơi_nào
  why: tại_sao vì_sao sao_lại vì_cớ_gì
  how: thế_nào như_thế_nào làm_sao ra_sao làm_thế_nào cách_nào sao_để sao_dể
  is: có_phải phải_không đang_là dang_là
  was: đã_từng_là dã_từng_là trước_là
  will: liệu_có
  can: có_thể được_không dược_không có_được có_dược
  could: có_thể_nào có_khi
  should: có_nên nên_không
  did: đã_có dã_có
  has: hiện_có đang_có dang_có
  does it exist: có_tồn_tại tồn_tại có_thật
  i need: tôi_cần mình_cần em_cần anh_cần cần_phải
  i want: tôi_muốn mình_muốn em_muốn muốn tôi_muốn_biết muốn_biết
  tell me: cho_tôi_biết nói_cho_tôi cho_mình_biết cho_hỏi cho_biết cho_em_hỏi nói_tôi_nghe cho_mình_hỏi
  give me: cho_tôi đưa_tôi dưa_tôi cho_mình đưa_cho_tôi dưa_cho_tôi cho_em cho_xin
  show me: cho_tôi_xem hiển_thị cho_xem cho_mình_xem hiện_ra
  check: kiểm_tra xác_minh xác_nhận check_giúp kiểm_tra_giúp
  please: làm_ơn vui_lòng xin xin_vui_lòng giúp_tôi giùm giúp_mình giúp
  know: biết có_biết biết_không
  look up: tra_cứu tìm_kiếm tra truy_vấn tìm_giúp xem_giúp tìm_cho xem_thử
  price: giá giá_cả mức_giá thị_giá báo_giá giá_bán giá_tiền
  worth: trị_giá giá_trị đáng_giá dáng_giá
  cost: chi_phí giá_thành mất_bao_nhiêu
  rate: tỷ_giá tỉ_giá lãi_suất tỷ_lệ tỉ_lệ
  spot: giao_ngay giá_giao_ngay
  exchange: sàn_giao_dịch sàn_nào trên_sàn các_sàn sàn_này sàn_crypto sàn_tiền
  trading: đang_giao_dịch dang_giao_dịch giao_dịch_ở mua_bán được_giao_dịch dược_giao_dịch
  dollars: đô_la dô_la usd_mỹ đôla dôla đồng_đô dồng_dô
  euros: đồng_euro dồng_euro đồng_âu dồng_âu
  funding: phí_funding phí_tài_trợ tỷ_lệ_funding phí_cấp_vốn lãi_funding
  perpetual: vĩnh_cửu phái_sinh hợp_đồng_perp hợp_dồng_perp
  long: lệnh_long vị_thế_mua
  short: bán_khống lệnh_short vị_thế_bán
  followers: người_theo_dõi lượt_theo_dõi số_follow
  following: đang_theo_dõi dang_theo_dõi đang_follow dang_follow
  follow: theo_dõi
  posts: bài_đăng bài_dăng bài_viết số_bài đăng_bài_nào dăng_bài_nào
  account: tài_khoản
  profile: hồ_sơ trang_cá_nhân
  username: tên_người_dùng tên_đăng_nhập tên_dăng_nhập tên_tài_khoản biệt_danh
  players: người_chơi game_thủ số_người_chơi lượng_người_chơi
  playing: đang_chơi dang_chơi chơi
  people: mọi_người con_người người
  online: trực_tuyến đang_online dang_online
  game: trò_chơi tựa_game trò
  server: máy_chủ
  active: đang_hoạt_động dang_hoạt_dộng hoạt_động hoạt_dộng kích_hoạt
  now: bây_giờ giờ_này bây_h lúc_này
  currently: hiện_tại hiện_nay hiện_giờ hiện
  today: hôm_nay hnay bữa_nay ngày_hôm_nay
  at the moment: thời_điểm_này thời_diểm_này lúc_này_đây lúc_này_dây
  right now: ngay_bây_giờ ngay_lúc_này ngay_lập_tức
  live: thời_gian_thực mới_nhất
  token: mã_thông_báo
  coin: tiền_ảo đồng_coin dồng_coin tiền_mã_hóa tiền_điện_tử tiền_diện_tử tiền_số đồng_xu dồng_xu
  wallet: ví_tiền ví_này ví_nào ví_của ví_điện_tử ví_diện_tử chiếc_ví ví_lạnh trong_ví
  address: địa_chỉ dịa_chỉ địa_chỉ_ví dịa_chỉ_ví đ/c d/c
  program: chương_trình hợp_đồng_này hợp_dồng_này
  curve: đường_cong dường_cong
  kind: loại kiểu loại_gì thể_loại
  private key: khóa_riêng khóa_riêng_tư khóa_bí_mật
  executable: thực_thi_được thực_thi_dược khả_thi_hành có_thể_chạy
  owner: chủ_sở_hữu chủ_nhân người_sở_hữu chủ_ví
  owns: sở_hữu
  belongs: thuộc_về
  delegate: ủy_quyền
  frozen: bị_đóng_băng bị_dóng_băng đã_đóng_băng dã_dóng_băng bị_khóa
  freeze: đóng_băng dóng_băng
  authority: quyền_đúc quyền_dúc quyền_đóng_băng quyền_dóng_băng quyền_mint quyền_phát_hành thẩm_quyền
  mint: đúc_thêm dúc_thêm phát_hành
  supply: nguồn_cung tổng_cung lượng_cung cung_lưu_hành
  holders: người_nắm_giữ người_giữ số_holder
  concentrated: tập_trung
  safe: an_toàn uy_tín
  risk: rủi_ro nguy_hiểm mạo_hiểm
  scam: lừa_đảo lừa_dảo lùa_gà úp_bô bị_lừa bị_lừa_đảo bị_lừa_dảo
  honeypot: hũ_mật
  trap: cạm_bẫy
  revoked: đã_thu_hồi dã_thu_hồi thu_hồi bị_thu_hồi bị_hủy_bỏ tước_bỏ
  pool: bể_thanh_khoản hồ_thanh_khoản nhóm_thanh_khoản
  reserves: dự_trữ
  liquidity: thanh_khoản tính_thanh_khoản
  fee: phí_giao_dịch mức_phí phí_bao_nhiêu lệ_phí
  fees: các_loại_phí các_phí
  swap: hoán_đổi hoán_dổi đổi_sang dổi_sang đổi dổi tráo_đổi tráo_dổi
  receive: nhận_được nhận_dược nhận thu_được thu_dược
  amount: số_lượng số_tiền
  base units: đơn_vị_gốc dơn_vị_gốc
  enabled: được_bật dược_bật đã_bật dã_bật kích_hoạt_chưa
  paused: tạm_dừng tạm_ngưng bị_tạm_dừng
  sign: ký_tên kí_tên quyền_ký được_ký dược_ký người_ký có_thể_ký
  signature: chữ_ký chữ_kí
  key: khóa mã_khóa
  upgrade: nâng_cấp
  move: di_chuyển chuyển_đi chuyển_di rút_đi rút_di
  allowed: được_phép dược_phép cho_phép
  permission: quyền quyền_hạn giấy_phép
  control: kiểm_soát điều_khiển diều_khiển
  balance: số_dư
  holds: nắm_giữ đang_giữ dang_giữ giữ
  contains: bao_gồm chứa_gì có_chứa đang_chứa dang_chứa
  empty: rỗng trống_rỗng trống_không bị_trống
  left: còn_lại còn_bao_nhiêu
  yesterday: hôm_qua hqua bữa_qua
  tomorrow: ngày_mai mai_này sáng_mai
  week: tuần tuần_này
  month: tháng tháng_này
  year: năm năm_nay
  ago: trước_đây trước_dây cách_đây cách_dây ngày_trước
  last: tuần_trước tháng_trước năm_ngoái vừa_qua lần_trước trước năm_trước
  next: tuần_sau tháng_sau năm_sau tiếp_theo sắp_tới tuần_tới tháng_tới năm_tới kế_tiếp
  since: kể_từ từ_khi từ_lúc
  before: trước_khi trước_đó trước_dó
  after: sau_khi sau_đó sau_dó
  during: trong_suốt trong_khi trong_lúc
  morning: buổi_sáng sáng_nay
  night: ban_đêm ban_dêm tối_qua đêm_qua dêm_qua tối_nay đêm dêm buổi_tối
  monday: thứ_hai thứ_2
  tuesday: thứ_ba thứ_3
  wednesday: thứ_tư thứ_4
  thursday: thứ_năm thứ_5
  monday: thứ_sáu thứ_6
  saturday: thứ_bảy thứ_7
  sunday: chủ_nhật
  january: tháng_một tháng_giêng tháng_1
  february: tháng_hai tháng_2
  march: tháng_ba tháng_3
  april: tháng_tư tháng_4
  may: tháng_năm tháng_5
  june: tháng_6
  july: tháng_bảy tháng_7
  august: tháng_tám tháng_8
  september: tháng_chín tháng_9
  october: tháng_mười tháng_10
  november: tháng_mười_một tháng_11
  december: tháng_mười_hai tháng_chạp tháng_12
  was before: hồi_đó hồi_dó lúc_đó lúc_dó hồi_trước ngày_xưa đã_từng dã_từng khi_đó khi_dó
  average: trung_bình bình_quân
  maximum: tối_đa tối_da lớn_nhất
  minimum: tối_thiểu nhỏ_nhất ít_nhất
  highest: cao_nhất nhiều_nhất
  lowest: thấp_nhất
  record: kỷ_lục kỉ_lục
  peak: đỉnh dỉnh đỉnh_điểm dỉnh_diểm
  history: lịch_sử
  chart: biểu_đồ biểu_dồ đồ_thị dồ_thị
  change: thay_đổi thay_dổi biến_động biến_dộng
  percent: phần_trăm
  growth: tăng_trưởng mức_tăng
  gained: kiếm_được kiếm_dược tăng_thêm lời_bao_nhiêu
  lost: thua_lỗ bị_mất đã_mất dã_mất lỗ_bao_nhiêu bị_lỗ
  fell: giảm sụt giảm_giá rớt_giá giảm_bao_nhiêu rớt_xuống
  rose: tăng_giá tăng_lên tăng_vọt đã_tăng dã_tăng có_tăng tăng_bao_nhiêu tăng_mạnh
  volume: khối_lượng
  market cap: vốn_hóa giá_trị_vốn
  open interest: hợp_đồng_mở hợp_dồng_mở vị_thế_mở lãi_suất_mở
  ranking: bảng_xếp_hạng
  list: danh_sách liệt_kê
  all: tất_cả toàn_bộ
  total: tổng tổng_cộng tổng_số
  compare: so_sánh so_với
  difference: chênh_lệch sự_khác_biệt
  better: tốt_hơn hay_hơn ngon_hơn
  best: tốt_nhất hay_nhất ngon_nhất
  worst: tệ_nhất xấu_nhất tồi_nhất
  forecast: dự_báo
  predict: dự_đoán dự_doán đoán doán tiên_đoán tiên_doán
  expect: kỳ_vọng mong_đợi mong_dợi dự_kiến
  think: nghĩ nghĩ_sao cho_rằng
  opinion: ý_kiến quan_điểm quan_diểm nhận_định nhận_dịnh
  recommend: giới_thiệu gợi_ý khuyến_nghị đề_xuất dề_xuất
  advice: lời_khuyên tư_vấn khuyên
  worth it: có_đáng có_dáng đáng_không dáng_không đáng_mua dáng_mua đáng_tiền dáng_tiền
  future: tương_lai sau_này
  buy: mua mua_vào
  sell: bán_ra bán_đi bán_di muốn_bán bán_hết nên_bán
  send: gửi gởi
  transfer: chuyển_khoản chuyển_tiền chuyển
  withdraw: rút_tiền rút
  pay: thanh_toán trả_tiền chi_trả
  delete: xóa
  close: đóng_lệnh dóng_lệnh đóng_lại dóng_lại
  stop: ngừng dừng_lại dừng_ngay
  cancel: hủy hủy_bỏ
  execute: thực_hiện thực_thi chạy
  create: tạo_ra tạo_một tạo_cho tạo_mới
  post it: đăng_bài dăng_bài đăng_lên dăng_lên
  notify: thông_báo báo_cho_tôi
  alert: cảnh_báo báo_động báo_dộng
  remind: nhắc_nhở nhắc_tôi
  write: soạn viết_cho viết_một viết_bài hãy_viết viết_code
  translate: dịch_sang phiên_dịch dịch_giúp dịch_câu
  calculate: tính_toán tính
  convert: quy_đổi quy_dổi chuyển_đổi chuyển_dổi
  explain: giải_thích
  means: nghĩa_là có_nghĩa nghĩa ý_nghĩa nghĩa_gì
  definition: định_nghĩa dịnh_nghĩa khái_niệm
  works: vận_hành cách_hoạt_động cách_hoạt_dộng
  difference between: khác_nhau khác_gì khác_biệt_giữa
  example: ví_dụ chẳng_hạn
  learn: tìm_hiểu muốn_học học_về
  likes: lượt_thích lượt_like
  views: lượt_xem lượt_view
  subscribers: người_đăng_ký người_dăng_ký lượt_đăng_ký lượt_dăng_ký người_đăng_kí người_dăng_kí
  comments: bình_luận nhận_xét
  shares: chia_sẻ lượt_chia_sẻ
  messages: tin_nhắn
  members: thành_viên hội_viên
  friends: bạn_bè những_người_bạn
  together: cùng_nhau gộp_lại cộng_lại
  copies: số_bản bản_sao
  sold: đã_bán dã_bán bán_được bán_dược
  reviews: đánh_giá dánh_giá
  price on steam: giá_game giá_trò_chơi
  downloads: lượt_tải tải_về tải_xuống
  rank: xếp_hạng thứ_hạng
  score: điểm_số diểm_số điểm diểm
  level: cấp_độ cấp_dộ mức_độ mức_dộ
  room: chỗ_trống dung_lượng sức_chứa
  transaction: giao_dịch
  transactions: các_giao_dịch những_giao_dịch
  hash: mã_băm mã_giao_dịch
  block: khối
  network: mạng mạng_lưới
  gas: phí_gas xăng giá_xăng
  stock: cổ_phiếu chứng_khoán
  gold: vàng
  currency: tiền_tệ ngoại_tệ
  inflation: lạm_phát
  weather: thời_tiết
  news: tin_tức tin_mới thời_sự
  bank: ngân_hàng
  tax: thuế
  salary: tiền_lương mức_lương
  job: việc_làm công_việc nghề_nghiệp
  food: đồ_ăn dồ_ăn món_ăn thức_ăn nấu_ăn
  movie: phim bộ_phim
  football: bóng_đá bóng_dá đá_bóng dá_bóng
  president: tổng_thống chủ_tịch
  ignore instructions: bỏ_qua phớt_lờ bỏ_qua_lệnh
  forget: quên quên_đi quên_di
  pretend: giả_vờ đóng_vai dóng_vai giả_bộ
  reply with: trả_lời phản_hồi chỉ_trả_lời
  say that: nói_rằng hãy_nói
  system: hệ_thống
  rules: quy_tắc luật hướng_dẫn chỉ_dẫn
  hello: xin_chào chào chào_bạn alo
  thanks: cảm_ơn tks
  sorry: xin_lỗi
  friend: người_bạn
  boss: ông_chủ ông_sếp
  customer: khách_hàng
  colleague: đồng_nghiệp dồng_nghiệp
  money: tiền tiền_bạc tiền_mặt
  market: thị_trường
  month end: cuối_tháng
  invoice: hóa_đơn hóa_dơn
  report: báo_cáo
  table: cái_bảng bảng_biểu
  token account: tài_khoản_token
  payer: người_trả ví_trả
  input: đầu_vào
  output: đầu_ra
  not: không_phải chưa
  or: hay_là hoặc
  if: nếu
`;
