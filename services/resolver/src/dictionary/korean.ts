/** English words for Korean ones. `dictionaryOf` tells the form. */
export const korean = `
  how many: 몇_명 몇명 몇_개 몇개 얼마나_많은 얼마나_많이 몇_건 몇건 몇이나 몇_번 몇번
  how much: 얼마 얼마나 얼만지 얼만가 얼마임 얼마에요 얼마예요 얼마야 을마
  what: 무엇 뭐야 뭔가요 뭐예요 뭐임 뭐 무슨 뭘 뭔지 뭔
  which: 어느 어떤 어떤거 어느게
  who: 누구 누가
  whose: 누구의 누구_거 누구꺼 누구_꺼 누구_소유
  when: 언제 몇_시 몇시 며칠
  where: 어디 어딨 어디서
  why: 왜 어째서 뭐_때문
  how: 어떻게 어케 어떡해 방법
  is: 인가요 입니까 인가 이에요 예요 입니다 인지 맞나요 맞아
  are: 있나요 있습니까
  was: 이었나요 였나요 였어 이었어 였습니까 였는지
  will: 될까 할까요 일까요 될까요 오를까 떨어질까 갈까
  can: 할_수_있 할수있 수_있나요 가능한가요 가능 될수있 수_있어
  could: 할_수_있었 가능할까 있을까요 주실_수 주실수
  should: 해야 해야_할까 하는게_좋 해야할까 하는_게_좋
  did: 했나요 했어 했습니까 했는지 했니
  has: 가지고_있 갖고_있
  does it exist: 존재하나요 존재합니까 존재하는지 존재 있는지 실존
  i need: 필요해 필요합니다 필요해요 필요함 필요
  i want: 원해 원합니다 하고_싶 하고싶 알고_싶 알고싶 보고_싶 궁금
  tell me: 알려줘 알려_줘 알려주세요 알려_주세요 말해줘 말해_줘 알려 말해주세요 가르쳐
  give me: 내놔 줘
  show me: 보여줘 보여_줘 보여주세요 보여_주세요 보여
  check: 확인 체크 점검 확인해 검증 봐줘
  please: 부탁드립니다 부탁해요 부탁 제발 좀 주세요
  know: 아세요 알아 아시나요 알고있 아는지 알수있
  look up: 조회 검색 찾아줘 찾아봐 찾아 알아봐 살펴
  price: 가격 시세 값 현재가 단가 코인값 가격대 프라이스
  worth: 가치 값어치 가치가 얼마치
  cost: 비용 들어요 원가
  rate: 환율 금리 이자율 이율 요율
  spot: 현물 스팟
  exchange: 거래소
  trading: 거래되 거래중 거래 트레이딩 매매
  dollars: 달러 미화
  euros: 유로
  funding: 펀딩비 펀딩 펀딩피 펀딩비율 펀딩율 자금조달비율 자금조달
  perpetual: 무기한 무기한선물 선물 무기한_선물 영구선물
  long: 롱 롱포지션 롱포
  short: 숏 숏포지션 공매도
  followers: 팔로워 팔로워수 팔로워_수 팔로어 팔로워가
  following: 팔로잉 팔로잉수 팔로우중 팔로우하는 팔로우하고
  follow: 팔로우 맞팔
  posts: 게시물 게시글 포스트 포스팅 글수 트윗 게시물수 작성글
  account: 계정 계좌 어카운트
  profile: 프로필 프사
  username: 사용자명 사용자_이름 유저네임 닉네임 유저명 사용자이름 유저아이디
  players: 플레이어 동접자 동접 동시접속자 동시_접속자 접속자 유저수 플레이어수 게이머 동시접속
  playing: 플레이중 플레이하는 플레이하고 플레이 하고있는 겜하는
  people: 사람들 사람 인원 인원수
  online: 온라인 접속중 접속
  game: 게임 겜
  server: 서버 서버는
  active: 활성 활동중 활동 액티브
  now: 지금 이제 시방 요즘
  currently: 현재 현시점 현재로
  today: 오늘 금일
  at the moment: 이_순간 현_시점 지금_이_순간 당장은
  right now: 지금_당장 당장 바로_지금 방금
  live: 실시간 라이브 최신
  token: 토큰
  coin: 암호화폐 가상화폐 가상자산 알트코인 잡코인 이_코인 어떤_코인 무슨_코인 종목 김치코인 코인은 코인이
  wallet: 지갑 월렛
  address: 주소 어드레스
  program: 프로그램 스마트컨트랙트 스마트_컨트랙트 컨트랙트
  curve: 본딩커브 본딩_커브 커브 곡선
  kind: 종류 유형 타입 어떤_종류
  private key: 개인키 프라이빗키 비밀키 시드구문 니모닉 프라이빗_키 개인_키
  executable: 실행_가능 실행가능 실행파일
  owner: 소유자 주인 소유주 오너
  owns: 소유하고 소유한 소유 소유하는
  belongs: 속해 속한 속하는 소속
  delegate: 위임자 위임 대리인 위임된 델리게이트
  frozen: 동결된 동결됐 동결되었 동결되어 얼려진 동결되
  freeze: 동결 프리즈
  authority: 동결권한 동결_권한 민트권한 민트_권한 발행권한 발행_권한 권한자
  mint: 민트 민팅 추가발행 추가_발행 발행
  supply: 공급량 발행량 총공급 유통량 총_공급량 공급
  holders: 홀더 보유자 홀더수 보유자수
  concentrated: 집중 쏠려 몰려 집중되어 집중도
  safe: 안전 안전한 믿을만
  risk: 위험 리스크 위험한
  scam: 사기 스캠 먹튀 러그풀 사기꾼
  honeypot: 허니팟
  trap: 함정 덫
  revoked: 철회 회수된 포기된 권한포기 권한_포기 박탈 해지된
  pool: 유동성풀 유동성_풀 풀에
  reserves: 준비금 보유고 예비금
  liquidity: 유동성
  fee: 수수료
  fees: 수수료들 각종_수수료 제비용
  swap: 스왑 교환 바꾸면 바꿀 스와프
  receive: 받을 받나요 받게 받아 수령 받는
  amount: 수량 금액 액수
  base units: 최소단위 기본단위 최소_단위 기본_단위
  enabled: 활성화 켜져 사용가능 활성화된
  paused: 일시정지 일시중지 일시_중지 일시_정지 중단된 중단됐
  sign: 서명할 서명하는 서명권 서명하고 서명권자 사인해
  signature: 서명 시그니처
  key: 공개키 키값
  upgrade: 업그레이드 업글
  move: 옮길 옮겨 옮기는 이동 빼갈 움직일
  allowed: 허용된 허용되 허가된 허용
  permission: 권한 허가 승인
  control: 통제 제어 컨트롤 지배
  balance: 잔액 잔고 밸런스
  holds: 보유 보유하고 들고있 들고_있 보유한
  contains: 들어있 들어_있 포함 담겨
  empty: 비어 텅빈 빈지갑 비었
  left: 남은 남았 남아 잔여
  yesterday: 어제 어젯 전일
  tomorrow: 내일 내일은
  week: 이번주 일주일 이번_주 주간
  month: 이번달 이번_달 한달 개월 한_달 월간
  year: 올해 일년 금년 연간 년간
  ago: 일전 시간전 시간_전 달전 일_전 년전 분전
  last: 지난주 지난달 지난해 작년 지난 저번 저번주 마지막 저번달
  next: 다음주 다음달 다음 내년 담주 차주 다음해
  since: 이후로 이래로 부터_지금 이래
  before: 이전에 이전 전에
  after: 이후 후에 다음에
  during: 동안 기간
  morning: 아침 오전
  night: 밤에 오늘밤 어젯밤 저녁 새벽 간밤
  monday: 월요일
  tuesday: 화요일
  wednesday: 수요일
  thursday: 목요일
  monday: 금요일 불금
  saturday: 토요일
  sunday: 일요일
  january: 1월 일월
  february: 2월 이월
  march: 3월 삼월
  april: 4월 사월
  may: 5월 오월
  june: 6월 유월
  july: 7월 칠월
  august: 8월 팔월
  september: 9월 구월
  october: 10월 시월
  november: 11월 십일월
  december: 12월 십이월
  was before: 예전 과거 당시 옛날 그때 원래
  average: 평균
  maximum: 최대 맥시멈
  minimum: 최소 미니멈
  highest: 최고가 최고 가장_높은 제일_높은 고점
  lowest: 최저가 최저 가장_낮은 제일_낮은 저점
  record: 신기록 기록
  peak: 피크 정점 최고점 전고점
  history: 내역 역사 히스토리 이력
  chart: 차트 그래프
  change: 변화 변동 등락 변동률 등락률 증감
  percent: 퍼센트 프로나 퍼센티지 몇퍼
  growth: 성장 증가율 성장률
  gained: 늘었 늘어난 증가 벌었 얻은
  lost: 잃은 잃었 줄었 손실 감소 손해
  fell: 떨어졌 하락 폭락 내렸 급락 내려갔 떨어진
  rose: 올랐 상승 폭등 급등 올라갔 떡상 오른
  volume: 거래량 거래대금 볼륨
  market cap: 시가총액 시총
  open interest: 미결제약정 미결제_약정 미결제
  ranking: 랭킹 순위표 차트순위
  list: 목록 리스트 명단 나열
  all: 모두 전부 모든 전체 싹다
  total: 합계 총합 총액 토탈 총계
  compare: 비교 비교해 비교하면
  difference: 차이 격차 차액
  better: 더_좋은 더_나은 더_나아 낫나 더_좋아
  best: 가장_좋은 제일_좋은 베스트 최선 젤좋은
  worst: 최악 가장_나쁜 제일_나쁜
  forecast: 전망 예보
  predict: 예측 예상 예언
  expect: 기대 예상되
  think: 생각해 생각하 생각 어떻게_생각
  opinion: 의견 견해 생각은
  recommend: 추천
  advice: 조언 충고
  worth it: 살만한 가치있 가치가_있 살만 할만
  future: 미래 앞으로 향후 장래
  buy: 매수 구매 구입 사줘 살까 사고_싶 사고싶 사는게 사는_게 사야할 사야_할 사야돼 사는거
  sell: 매도 판매 팔까 팔아 팔고 팔면 팔지 팔려
  send: 보내줘 보내 보낼 전송 송신
  transfer: 송금 이체 옮겨줘 전달
  withdraw: 출금 인출 빼줘
  pay: 결제 지불 납부 내줘
  delete: 삭제 지워 제거
  close: 닫아 청산 종료 닫기 해지
  stop: 멈춰 그만 중지 정지 중단
  cancel: 취소
  execute: 실행
  create: 만들어 생성 만들기 작성
  post it: 올려줘 게시해 게시해줘 포스팅해 트윗해 올려_줘 글올려
  notify: 알림 통지 통보 공지
  alert: 경고 경보 알람
  remind: 상기시켜 리마인드 리마인더 까먹지않게
  write: 써줘 작성해 적어줘 써_줘 작성해줘
  translate: 번역
  calculate: 계산
  convert: 환산 변환 환전
  explain: 설명 설명해
  means: 무슨_뜻 무슨뜻 의미 뜻이 뜻은
  definition: 정의
  works: 작동 원리 동작 돌아가는
  difference between: 차이점 다른점 뭐가_다른 뭐가_달라 다른_점
  example: 예시 예를_들어 예제 예를들어
  learn: 배우고 공부 학습 배울 배워
  likes: 좋아요 좋아요수 라이크
  views: 조회수 조회_수 시청수 뷰수
  subscribers: 구독자 구독자수 구독 구독자_수
  comments: 댓글 코멘트 답글 덧글
  shares: 공유 리트윗 리포스트
  messages: 메시지 메세지 쪽지 문자
  members: 멤버 회원 멤버수 회원수
  friends: 친구들 친구목록
  together: 함께 같이 합쳐서 합치면 합해서
  copies: 복사본 몇장 사본 장수
  sold: 팔렸 팔린 판매량 판매된
  reviews: 리뷰 후기 평점평
  price on steam: 게임가격 게임_가격 할인가
  downloads: 다운로드 다운로드수 다운수
  rank: 순위 몇_위 몇위 등수
  score: 점수 평점 스코어
  level: 레벨 등급 렙
  room: 공간 용량 여유 정원
  transaction: 트랜잭션 트젝
  transactions: 거래내역 거래_내역 거래건수 트랜잭션들
  hash: 해시 해쉬 해시값
  block: 블록 블럭
  network: 네트워크 메인넷
  gas: 가스비 가스 휘발유 기름값
  stock: 주식 주가 증시
  gold: 금값 금시세 금_시세 금_가격 골드
  currency: 통화 화폐 법정화폐
  inflation: 인플레이션 인플레 물가상승 물가
  weather: 날씨 기온
  news: 뉴스 소식 기사
  bank: 은행 뱅크
  tax: 세금 과세
  salary: 월급 연봉 급여
  job: 직업 취업 일자리 알바 직장
  food: 음식 맛집 요리 레시피 먹을
  movie: 영화
  football: 축구 월드컵
  president: 대통령
  ignore instructions: 지시를_무시 지침을_무시 무시하고 무시해 무시
  forget: 잊어 잊고 까먹
  pretend: 인_척 인척 척해 연기해 역할극
  reply with: 라고_답 라고_대답 대답해 답변 답장 답해
  say that: 라고_말해 라고_말 라고말해 라고_해
  system: 시스템 프롬프트
  rules: 규칙 지시사항 지침 명령 지시
  hello: 안녕하세요 안녕 하이요 여보세요 ㅎㅇ 안뇽
  thanks: 감사합니다 고마워 고맙 감사 땡큐 ㄱㅅ
  sorry: 죄송 미안 실례
  friend: 친구
  boss: 사장 상사 보스 부장님 팀장
  customer: 고객 손님
  colleague: 동료
  money: 돈을 돈이 자금 현금 돈_좀
  market: 시장 마켓 장세
  month end: 월말
  invoice: 송장 청구서 인보이스 세금계산서
  report: 보고서 리포트 보고해줘
  table: 테이블 도표 표로
  token account: 토큰계좌 토큰계정 토큰어카운트
  payer: 지불자
  input: 입력
  output: 출력
  not: 아니라 없이
  or: 아니면 또는
  twitter: 트위터
`;
