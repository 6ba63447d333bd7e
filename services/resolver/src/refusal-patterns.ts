/** Matches questions about how many people can play a game together, in folded text with masked entities. */
export const capacityPattern = new RegExp(
  [
    String.raw`how many (?:\p{L}+ ){0,2}?can (?:play|join|fit|be|team|squad|party)|how many (?:\p{L}+ ){1,3}may (?:\p{L}+ )?play`,
    String.raw`(?:people|players?|friends|persons) (?:fit|can join|can play|limit|cap(?:acity)?(?![\p{L}])|per (?:server|team|match|lobby|game|side|squad))`,
    String.raw`max(?:imum)?(?: number of| amount of)? (?:\p{L}+ )?(?:players?|people|party|lobby|team|group|squad|server)`,
    String.raw`(?:party|lobby|team|squad|server|group) (?:size|limit|cap(?:acity)?(?![\p{L}]))`,
    String.raw`how (?:big|large) (?:is|are|can) (?:a |an |the |one )?(?:lobby|lobbies|party|team|squad|server)`,
    String.raw`(?<![\p{L}])(?:co-?op|coop|cooperative mode|split-?screen|play (?:\p{L}+ )?together|how many (?:slots|seats))(?![\p{L}])`,
    String.raw`cuant[oa]s \p{L}+ pueden|combien de \p{L}+ peuvent|wie viele \p{L}+ konnen|quant[ai]s? \p{L}+ (?:podem|possono)|сколько \p{L}+ мо(?:жет|гут)`,
  ].join('|'),
  'u',
);

/** Matches questions about what somebody owns, in folded text with masked entities. */
export const balancePattern = new RegExp(
  [
    String.raw`(?<![\p{L}])(?:balances?|holdings?|portfolio|net worth|saldo|solde|guthaben|kontostand|bakiye|баланс\p{L}*|funded)(?![\p{L}])|残高|余额|잔액`,
    String.raw`how rich|my (?:wallet|bags?|funds|stack|coins|tokens)(?![\p{L}])|(?:total )?value of (?:the |this |my )?(?:wallet|account)`,
    String.raw`how (?:much|many)(?: \p{L}+){0,3} +(?:do i|have i|i have|i own|do we|am i|i got|is in|are in|left in)(?![\p{L}])`,
    String.raw`how (?:much|many)(?: \p{L}+){0,3} +(?:does|do) (?:\p{L}+ ){0,2} *(?:hold|own|have|got)(?![\p{L}])`,
  ].join('|'),
  'u',
);

/** Matches a sentence that begins by asking for an action, in folded text with masked entities. */
export const errandPattern = new RegExp(
  String.raw`(?:^|[.!?…。！？]\s)\s*(?:(?:please|pls|plz|hey|hi|yo|ok|now|just|go|and|then|can you|could you|would you|i want you to|help me)[\s,]+)*(?:` +
    [
      'send|transfer|withdraw|deposit|execute|submit|broadcast|buy|sell|purchase|burn|close|revoke|stake|unstake|approve',
      'notify|alert|ping|remind|follow|unfollow|watch|monitor|track|subscribe|launch|install|download|bridge|cancel|delete',
      String.raw`swap(?=\s+(?:\d|my|all|some|it|this|these|me|to|for))|post(?=\s+(?:an?|this|that|it|on|to)\s)|trade(?=\s+(?:\d|my|all|some))|mint(?=\s+(?:me|an?|some|\d))|claim(?=\s+(?:my|the))`,
    ].join('|') +
    String.raw`)(?!\s*(?:authority|price|rate|count))(?![\p{L}\p{N}])`,
  'u',
);

/** Matches words for an earlier time. The phrase list of the signal `past` does not contain them. */
export const earlierPattern =
  /(?<![\p{L}])(?:before the (?:current|present|new)|previous(?:ly)?|former(?:ly)?|used to|who held|first owner|at (?:its |the )?(?:launch|peak)|ever had|clos(?:e|ed) at)(?![\p{L}])/u;

/** Matches words that ask for an opinion. The phrase list of the signal `advice` does not contain them. */
export const opinionPattern =
  /(?<![\p{L}])(?:which|what) (?:is|one is|of them is)? ?(?:the )?(?:better|best|worse|worst|nicest|coolest)|(?<![\p{L}])(?:favou?rite|your (?:opinion|view|take)|do you (?:like|prefer|recommend|reckon))(?![\p{L}])/u;
