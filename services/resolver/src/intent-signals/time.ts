import { phrases } from '../phrase-finder.ts';

/** Words that ask about the past. */
export const pastWords: readonly string[] = phrases(`
  as it stood, as they stood, where it stood, as it was, as they were,
  yesterday, last summer, last winter, last spring, last autumn, last quarter, last time, who owned, who controlled, could sign * last, last week, last month, last year, last night, last monday, last tuesday, last wednesday, last thursday,
  last friday, last saturday, last sunday, ago, historical*, history, back in, what was, was the, how much was,
  was at, was worth, was trading, was * worth, was * trading, was * price, price was, were there, were playing,
  how many * were, were trading, used to, had been, traded at in, closing price, close price, closed at, close at,
  opening price, previous price, previous day, previous week, previous month, previous year, previous close, since, over the past, in the past, past week, past month, past year, past 24*, last 24*,
  how much * did, how many * did, last funding, last window, last interval, last period, last epoch, last cycle, last bull run, last bear market, last crash, last peak, last season, last session, prior, before it,
  month back, months back, week back, weeks back, year back, years back, day back, days back, hour back, hours back, while back, in the last day, in the last hour, past day, past hour, the last day, the last hour,
  what were, how were, were the, was * able, was * allowed, was * signer, was * rug, back when, at the time of, on the day, the day of, the day that, at its peak, at its highest, at its lowest, this morning, earlier today, at midnight, last settlement, previous settlement, originally, initially, formerly, two hours ago,
  last 7 days, last 30 days, did * have, did * cost, did * trade, did * hold, did * stand, did * own, did * close, did * open, did * move, did * pay, cost back, at launch, all time, ever, first ever, record, two days before,
  average over, weekly, monthly, yearly, last halving, this time last, earlier this, in the 90s, ayer, anoche,
  semana pasada, mes pasado, año pasado, hace un*, hace dos, hace tres, hace * años, costaba, valia, estaba, era el,
  era la, era, fue, histórico*, historico*, tenia, cotizaba, hier, semaine dernière, mois dernier, année dernière,
  l'an dernier, il y a un*, il y a deux, il y a trois, il y a * ans, coûtait, valait, était, avait, historique*,
  gestern, letzte woche, letzten monat, letztes jahr, letzten, letzter, vor einem, vor einer, vor zwei, vor drei,
  kostete, wie hoch war, was war, wie viel war, war der, war * wert, wie viele * waren, stand bei, hatte,
  historisch*, damals, früher, ontem, semana passada, mês passado, ano passado, atrás, custava, estava, foi, tinha,
  ieri, settimana scorsa, mese scorso, anno scorso, scorsa, scorso, anni fa, anno fa, giorni fa, mesi fa, mese fa,
  settimana fa, settimane fa, ore fa, costava, valeva, aveva, storico, storici, 昨日, 先週, 先月, 去年, 昨年, 年前, ヶ月前, 日前,
  週間前, 過去, でした, だった, ましたか, 当時, 昨天, 上周, 上週, 上个月, 上個月, 前天, 过去, 以前, 历史, 歷史, 个月前, 当时, 年底, 曾经, 어제, 지난주, 지난 주, 지난달, 작년,
  년 전, 개월 전, 일 전, 였어, 였나, 이었, 였지, 했어, 과거, 당시, 였습니까, 였나요, вчера, на прошлой неделе, прошлой, прошлом, прошлый, назад,
  стоил, стоила, стоило, стоили, был, была, было, были, историч*, история, dün, geçen hafta, geçen ay, geçen yıl,
  geçen sene, önce, neydi, kaçtı, kadardı, idi, vardı, tarihsel, geçmiş*, kaç dolardı, kaç liraydı
`);

/** Words before an event or a month. Without a word for "now" they ask about that time. */
export const occasionWords: readonly string[] = phrases(`
  before the, after the, during the, during, while the, amid the, around the time, right before, right after, just before, just after, prior to, following the, when the, when it, in the wake of,
  in january, in february, in march, in april, in may, in june, in july, in august, in september, in october, in november, in december, last january, last february, last march, last april,
  last may, last june, last july, last august, last september, last october, last november, last december, since january, since february, since march, since april, since may, since june,
  since july, since august, since september, since october, since november, since december, by january, by february, by march, by april, by may, by june, by july, by august, by september,
  by october, by november, by december, en enero, en febrero, en marzo, en abril, en mayo, en junio, en julio, en agosto, en septiembre, en octubre, en noviembre, en diciembre, en janvier,
  en février, en avril, en mai, en juin, en juillet, en août, en septembre, en octobre, en novembre, en décembre, im januar, im februar, im märz, im april, im mai, im juni, im juli,
  im august, im september, im oktober, im november, im dezember, em janeiro, em fevereiro, em março, em abril, em maio, em junho, em julho, em agosto, em setembro, em outubro, em novembro,
  em dezembro, a gennaio, a febbraio, a aprile, a maggio, a giugno, a luglio, a settembre, a ottobre, a novembre, a dicembre, в январе, в феврале, в марте, в апреле, в мае, в июне, в июле,
  в августе, в сентябре, в октябре, в ноябре, в декабре,
  antes del, antes de la, después del, después de la, durante, avant le, avant la, après le, après la, pendant, vor dem, nach dem, während, antes do, antes da, depois do, depois da, prima del, prima della, dopo il, dopo la, durante il,
  以前の, 之前, 之后, 期间, 때의, 직전, 직후, перед, после, во время, öncesi, sonrası, sırasında
`);

/** The word "did". It asks about the past, except in a chain question such as "did they renounce it". */
export const didWords: readonly string[] = phrases('did, didnt, didn t');

/** Words that ask about the future. */
export const futureWords: readonly string[] = phrases(`
  will, tomorrow, next week, next month, next year, going to, gonna, gna, predict*, forecast*, by the end of,
  by eoy, eoy, end of year, price target, target price, outlook, projection*, expected to, future price,
  by tonight, by tomorrow, by friday, by monday, by sunday, by next,
  headed, heading, could * hit, can * hit, could * go, can * reach, might * reach, might * hit, may * reach, by christmas, by new year, by new years, by year end, by summer, by winter, by spring, by autumn, where is * going,
  to the moon, when will, could reach, can it reach, can it hit, ever reach, hit 100k, upcoming, is about to,
  estimate for, likely to, mañana, próxima semana, próximo mes, próximo año, va a, será, llegará, subirá, bajará,
  predicción, prediccion*, pronóstico*, estará, costará, valdrá, alcanzará, demain, semaine prochaine,
  mois prochain, année prochaine, va t il, va-t-il, sera, vaudra, atteindra, prédiction*, prévision*, va monter,
  va baisser, montera, baissera, va valoir, morgen, nächste woche, nächsten monat, nächstes jahr, wird * sein,
  wird * wert, wird * kosten, wird * stehen, wird * steigen, wird * fallen, wird * erreichen, sein wird, steigen,
  fallen, prognose*, kursprognose*, preisprognose*, kursziel*, vorhersage*, kursziel, steigt noch, ende des jahres, amanhã, semana que vem, mês que vem,
  ano que vem, próximo ano, vai, chegará, previsão, previsões, valerá, vai subir, vai cair, domani,
  prossima settimana, prossimo mese, prossimo anno, arriverà, salirà, scenderà, previsione, previsioni, varrà, sarà,
  明日, 来週, 来月, 来年, 予想, 予測, 将来, でしょうか今後, 今後, 上がりますか, 下がりますか, になるでしょう, 上がる, 下がる, 見通し, 明天, 下周, 下週, 下个月, 明年, 预测, 預測, 会涨,
  会跌, 将会, 会到, 会不会, 能涨到, 未来, 年底前, 会是多少, 내일, 다음주, 다음 주, 다음달, 다음 달, 내년, 예측, 전망, 오를까, 떨어질까, 될까, 갈까, 오르나, 미래, завтра,
  на следующей неделе, в следующем, будет, будут, прогноз*, вырастет, упадет, упадёт, достигнет, дойдет, дойдёт,
  предсказ*, ожида*, yarın, gelecek*, önümüzdeki, olacak, olur mu, tahmin*, çıkacak, düşecek, yükselecek, ulaşacak,
  çıkar mı, haftaya, seneye
`);

/**
 * Words that name a future time or a forecast, whatever the type. The word "will" alone does not: "what will I get".
 */
export const laterWords: readonly string[] = phrases(`
  tomorrow, next week, next month, next year, predict*, forecast*, price target, outlook, by the end of, eoy, end of year, mañana, próxima semana, próximo mes, próximo año, predicción, pronóstico*, demain, semaine prochaine,
  mois prochain, prévision*, morgen, nächste woche, nächsten monat, nächstes jahr, prognose*, vorhersage*, amanhã, semana que vem, mês que vem, ano que vem, previsão, domani, prossima settimana, prossimo mese,
  previsione, 明日, 来週, 来月, 来年, 予測, 明天, 下周, 下个月, 明年, 预测, 내일, 다음주, 다음 주, 다음달, 다음 달, 내년, 예측, завтра, на следующей неделе, прогноз*, предсказ*, yarın, haftaya, gelecek hafta, gelecek ay, seneye, tahmin*
`);

/** Words that mean the present. */
export const nowWords: readonly string[] = phrases(`
  now, right now, rn, currently, current, at the moment, today, live, latest, this minute, this second, real time,
  as of now, these days, present, ahora, ahora mismo, actual, actualmente, hoy, en este momento, maintenant,
  actuel*, en ce moment, aujourd'hui, jetzt, aktuell*, gerade, derzeit, heute, momentan, agora, agora mesmo, atual,
  atualmente, hoje, neste momento, adesso, ora, attuale, attualmente, oggi, in questo momento, 今, 現在, 今日, いま,
  リアルタイム, 现在, 目前, 当前, 今天, 此刻, 实时, 지금, 현재, 오늘, 실시간, сейчас, щас, сегодня, на данный момент, текущ*, нынешн*, şu an,
  şimdi, şu anda, güncel, bugün, anlık
`);

/** Matches a year or a date. No live source covers another time than now. */
export const yearPattern =
  /(?<![\p{L}\p{N}.,$#/-])(?:19[5-9]\d|20(?:0[89]|[1-5]\d))(?![\p{L}\p{N}-]|[.,]\d)|(?:19|20)\d\d\s?[年년]|(?<!\d)\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)?\d\d(?!\d)|(?<![\p{L}\p{N}])(?:at|@|around|as of)\s\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m|p\.m|utc|gmt|o'clock)(?![\p{L}])|(?:19|20)\d\d[/.-]\d{1,2}[/.-]\d{1,2}/gu;
