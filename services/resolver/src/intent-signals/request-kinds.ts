import { phrases } from '../phrase-finder.ts';

/** Words that ask for advice or an opinion. */
export const adviceWords: readonly string[] = phrases(`
  worth swapping, worth selling, worth holding, worth trading, worth keeping, good for, bad for, better for, a buy, a sell, a hold, better bet, good bet, safe bet, smart to, wise to, good idea, bad idea, right time to, best time to, bad time to, worth getting, do you reckon, hold or dump, hold or sell, hodl or, buy more, sell now, buy now, load up, cash out, get in now, which venue should, which exchange should,
  should i, would you buy, would you sell, would you hold, would you invest, should we, shall i, worth buying, worth it, worth investing, good time to, good buy, good investment,
  good entry, recommend*, advice, advise, invest, investing, investment, your opinion, do you think,
  what do you think, thoughts on, buy or sell, best coin, best crypto, which coin, which crypto,
  bullish, bearish, overvalued, undervalued, fair value, buy the dip, strategy, better buy, better investment,
  stop loss, take profit, long or short, go long, go short, is it good, worth playing, any good,
  should * buy, too late to, debo, debería, deberia, conviene, vale la pena, recomiend*, recomendar, consejo,
  invertir, inversión, buen momento, comprar o vender, crees que, opinas, dois-je, dois je, devrais-je,
  devrais je, faut-il, faut il, vaut-il, vaut la peine, conseil*, investir, investissement, bon moment,
  acheter ou vendre, penses-tu, pensez-vous, soll ich, sollte ich, sollte man, lohnt, lohnt sich, empfehl*,
  investieren, kaufen oder verkaufen, guter zeitpunkt, meinst du, was hältst du, raten, devo, deveria, vale a pena,
  aconselha, investimento, bom momento, acha que, comprar ou vender, dovrei, consigli*, investire, buon momento,
  comprare o vendere, pensi che, meglio comprare, 買うべき, 売るべき, 買い時, 売り時, おすすめ, オススメ, 投資, べきですか, べきか, どう思, 値するか, 应该买,
  應該買, 该买, 该卖, 应该, 值得, 建议, 建議, 推荐, 投资, 要不要, 能买吗, 可以买吗, 怎么看, 사야, 팔아야, 살까, 팔까, 추천, 투자, 사도 될, 사는게 좋, 사는 게 좋, 어떻게 생각,
  좋을까, стоит ли, покупать, продавать, посовету*, рекоменд*, инвестировать, вкладывать, как думаешь, как считаешь,
  выгодно ли, купить или продать, стоит покупать, стоит купить, almalı mıyım, alınır mı, satmalı mıyım, satılır mı,
  tavsiye*, öneri*, yatırım*, alsam mı, satsam mı, ne düşünüyorsun, mantıklı mı, değer mi
`);

/** Words of distrust. They ask for a risk when the subject is an address, and for an opinion otherwise. */
export const doubtWords: readonly string[] = phrases(`
  ape into, ape in, scam, legit, safe, is it safe to, es seguro, est-il sûr, ist sicher, é seguro, è sicuro, 安全, 안전, безопасно, güvenli
`);

/** Words that ask for a text or a program. */
export const makingWords: readonly string[] = phrases(`
  essay, poem, joke, translate, translation, write, draft, python script, sql query, encode, palindrome, напиши, переведи текст, escribe un, écris un, schreibe ein, schreib mir, scrivi un, escreva um, 詩, 写一首, 写一个, 써줘, yaz bana
`);

/** Words that ask for the meaning of a word, unless an address follows. */
export const definitionWords: readonly string[] = phrases(`
  what is a, what is an, what's a, what's an, whats a, whats an, what does * mean, qué es un, qué es una, que es un, que es una, c'est quoi un, c'est quoi une, qu'est-ce qu'un, qu'est-ce qu'une, qu'est-ce que,
  was ist ein, was ist eine, was bedeutet, o que é um, o que é uma, cos'è un, cos'è una, che cos'è, cosa sono, とは何, とは, 什么是, 什麼是, 이란, 란 무엇, 이 뭐야, 가 뭐야, что такое, nedir ve, ne demek
`);

/** Words that certainly ask for an explanation and not for a measured value. */
export const explanationWords: readonly string[] = phrases(`
  if * is worth, if * costs, if * hits, if * drops, if * goes, if * doubles, if * falls, if * rises, if * was, if * were at, suppose, assuming, in simple words, in simple terms, in plain words,
  how often is, how often does, how often do, how often are, when is, when does, when do, what time is, what time does,
  explain, explanation, define, definition, definition of, meaning of, what does * mean, means, how does,
  how did, difference between, differences between, what makes, who created,
  who invented, who founded, who made, founder, founded, stand for, stands for, pronounce, spell,
  whitepaper, tutorial, system requirements, release date, calculated, computed, determined, affects, caused, causes,
  influences, drives, ticker of, logo of, qué significa, significa, explica*, explícame,
  cómo funciona, diferencia entre, para qué sirve, quién creó, explique*, comment fonctionne, comment ça marche,
  comment marche, différence entre, que signifie, définition, qui a créé, c'est quoi un, was bedeutet, bedeutet,
  erklär*, wie funktioniert, unterschied zwischen, wer hat * erfunden, o que significa, como funciona,
  quem criou, diferença entre, cosa significa, spiega*, come funziona, differenza tra, chi ha creato, って何, とは何, 説明,
  仕組み, 意味, 違い, 解释, 解釋, 怎么工作, 如何运作, 谁发明, 区别, 含义, 原理, 怎么算, 怎么计算, 뭐야 뜻, 무엇인가, 뜻, 설명, 차이, 원리, 어떻게 계산, 누가 만들, что такое,
  объясни*, что значит, что означает, как работает, кто создал, кто придумал, разница между, чем отличается,
  как устроен*, как рассчит*, ne demek, açıkla*, nasıl çalışır, nasıl hesaplanır, kim kurdu,
  arasındaki fark
`);

/** Words that mostly ask for an explanation or a story, but also occur in questions for a value. */
export const tellingWords: readonly string[] = phrases(`
  what is a, what is an, what's a, how do, how to, how is, how are, how can i, why, who is, who are, who was, who owns, when did, when was,
  where can i, compare, comparison, tell me about, what are, history of, works, work, guide, summary, summarise,
  summarize, story, article, code, script, list of, top 10, top ten, ceo, news, get more, increase my, grow my,
  qué es, que es, cómo se, por qué, porque, quién, quien, noticias, cómo puedo, escribe, was ist ein, qu'est-ce que, c'est quoi,
  pourquoi, qui est, qui a, actualités, comment, écris, was ist eine, was sind, warum, wieso, wer ist, wer hat,
  nachrichten, wie kann ich, schreib*, o que é, explique, por que, quem é, notícias, escreva, cos è,
  cos'è, cosa è, che cos è, che cos'è, perché, chi è, chi ha, notizie, scrivi, とは, なぜ, 誰, やり方, 教えて方法, 方法, ニュース, 書いて,
  什么是, 什麼是, 是什么, 是什麼, 为什么, 為什麼, 谁是, 意思, 新闻, 如何, 怎么玩, 写一, 이란, 란 무엇, 왜, 누구, 방법, 어떻게, 뉴스, 써줘, почему, зачем, кто такой,
  новости, как купить, nedir ve, nasıl, neden, niçin, kimdir, haber*, yaz bana, anlat*
`);
