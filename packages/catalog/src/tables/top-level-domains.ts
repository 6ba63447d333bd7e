/** Top-level domains by which the resolver recognises a word with dots as a domain name, even without a leading `@`. */
export const topLevelDomains: ReadonlySet<string> = new Set(
  `com net org info social team dev app xyz me co io ai gg tv fm ly cc ws gov edu mil int eu uk us ca au nz ie de at ch fr be nl lu es pt
  it gr se no dk fi is pl cz sk hu ro bg hr si rs ua ru by tr il ae in pk jp cn hk tw kr sg my th vn ph id br ar mx cl pe uy za ng ke eg
  news blog art gay moe lol online site page pub studio club world life live media press tech cloud space website store shop design
  photography music games fun ink zone works wtf cool network group earth green science academy university institute foundation
  party church farm land garden house family love fyi rocks ninja guru expert agency digital email chat link wiki cafe pizza beer bio bot
  town city nyc london berlin paris tokyo amsterdam scot wales irish cat eus quest monster sh st to im la ms vc pw so mom dad baby exchange finance money`.split(
    /\s+/,
  ),
);
