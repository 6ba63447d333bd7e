/** English words for Portuguese ones. `dictionaryOf` tells the form. */
export const portuguese = `
  how many: quantos quantas quantos_são quantas_pessoas qts
  how much: quanto quanto_tá quanto_custa quanto_vale quanto_está quanto_é qto por_quanto a_quanto
  what: o_que qual que_é qual_é o_que_é
  which: quais em_qual de_qual em_quais
  who: quem quem_é quem_são
  whose: de_quem cujo cuja
  when: quando qnd em_que_momento
  where: onde aonde cadê
  why: por_que porquê
  how: como de_que_forma
  is: está fica
  are: são estão estamos estás estou
  was: foi estava era_de foram esteve estavam tava era_o era_a
  will: vai vão será serão irá estará
  can: pode podem posso consegue consegues consigo podes dá_pra dá_para
  could: poderia podia poderiam conseguiria
  should: deveria devia deve devo devemos
  did: fez fizeram fizeste
  has: tem possuía tinha
  does it exist: existe_algum existe_alguma existe_um existe_uma existe_o existe_a existe_esse existe_essa existe_este
  does it exist: tem_algum tem_alguma há_algum há_alguma há_um
  i need: preciso eu_preciso precisamos necessito tô_precisando
  i want: quero queria eu_quero gostaria gostava_de queremos
  tell me: me_diz me_diga diga_me diz_me me_fala me_conta me_informe diz_aí fala_aí me_dizer diz
  give me: me_dá me_dê dá_me dê_me me_passa passa_me me_manda manda_aí
  show me: mostra mostre mostrar mostra_me me_mostra me_mostre exibe exibir mostrame
  check: verifica verifique verificar confere confira conferir checa checar cheque_se dá_uma_olhada olha_aí
  please: por_favor pfv pfvr porfavor se_faz_favor faz_favor
  know: saber sabe sabes sei_lá conhece você_sabe
  look up: busca buscar busque procura procurar pesquisa pesquisar pesquise consulta consultar consulte
  price: preço preços cotação cotações
  worth: vale valem valendo valor valia avaliado
  cost: custa custam custo custos custava custar custaria saindo_por
  rate: taxa_de_câmbio câmbio taxa_de_juros juros cotado
  spot: à_vista mercado_à_vista
  exchange: corretora* bolsa casa_de_câmbio
  trading: negociando sendo_negociado negociado negociada cotada negociação
  dollars: dólares dólar
  funding: financiamento taxa_de_financiamento
  perpetual: perpétuo perpétuos perpétua perpétuas futuros
  long: comprado comprados longo longos posição_comprada
  short: vendido_a_descoberto posição_vendida curto curtos shortado shortados
  followers: seguidor* gente_seguindo segue_ele
  following: seguindo seguidos contas_seguidas segue_quantos
  follow: segue seguem seguir sigo siga
  posts: postagem postagens publicações publicação postou tuítes
  account: conta contas
  profile: perfil perfis
  username: usuário usuários utilizador nome_de_usuário nome_de_utilizador arroba
  players: jogador*
  playing: jogando jogam joga a_jogar estão_jogando jogar
  people: pessoas pessoa gente pessoal galera malta
  online: conectado conectados conectada ligados on_line
  game: jogo jogos joguinho
  server: servidor*
  active: ativo ativos ativa ativas activo activos activa activas
  now: agora agr agorinha
  currently: atualmente atual atuais actualmente hoje_em_dia
  today: hoje dia_de_hoje
  at the moment: no_momento neste_momento nesse_momento por_enquanto
  right now: agora_mesmo neste_instante nesse_instante neste_exato agora_já
  live: ao_vivo em_tempo_real em_directo em_direto
  token: ficha
  coin: moeda moedas cripto criptos criptomoeda* moedinha
  wallet: carteira*
  address: endereço* morada
  program: programa programas contrato_inteligente
  exists: existe existem existia
  curve: curva curvas
  kind: tipo tipos que_espécie espécie
  private key: chave_privada chaves_privadas frase_semente frase_secreta
  executable: executável executáveis
  owner: dono donos dona proprietári* titular
  owns: possui possuem é_dono detém
  belongs: pertenc*
  delegate: delegad* delegar
  frozen: congelad* bloqueada bloqueado
  freeze: congelar congela congelamento bloquear
  authority: autoridade*
  mint: cunhar cunhagem emissão emitir mintar mintado cunha
  supply: oferta fornecimento circulante em_circulação suprimento
  holders: detentor* portadores titulares
  concentrated: concentrad* concentração
  safe: segur* confiável fiável
  risk: risco riscos arriscado perigo perigos*
  scam: golpe golpes golpista* fraude burla furada cilada
  honeypot: pote_de_mel
  trap: armadilha*
  revoked: revogad* revogou renunciad* revogaram
  pool: poço
  reserves: reserva reservas
  liquidity: liquidez
  fee: taxa tarifa comissão
  fees: taxas tarifas comissões
  swap: troca trocar trocando swapar permuta trocas troco
  receive: receber recebo recebe recebem recebi receberia vou_receber
  amount: quantidade* quantia montante
  base units: unidades_base unidades_básicas unidades_mínimas
  enabled: habilitad* ativado ativada
  paused: pausad* em_pausa suspenso
  sign: assinar assinam assine pode_assinar assina assinando
  signature: assinatura*
  key: chave chaves senha
  upgrade: atualizar atualiza atualizável atualização atualizado fazer_upgrade
  move: mover_os movimentar movimenta mexer mexe
  allowed: permitid* permite permitem autorizad*
  permission: permissão permissões autorização
  control: controla controlam controlar controle manda_em
  balance: saldo saldos
  holds: guarda guardam segura
  contains: contém conter
  empty: vazio vazia vazios vazias zerada
  left: resta restam restante* sobra sobrou sobraram faltam
  yesterday: ontem anteontem
  tomorrow: amanhã depois_de_amanhã
  week: semana semanas
  month: mês meses mensal
  year: ano anos anual
  ago: atrás há_uma faz_um
  last: último última últimos últimas passado passada
  next: próximo próxima próximos próximas seguinte* que_vem
  since: desde desde_que
  before: antes anterior
  after: depois após depois_de
  during: durante
  morning: manhã de_manhã esta_manhã madrugada
  night: noite* esta_noite
  monday: segunda_feira segunda
  monday: sexta sexta_feira terça terça_feira quarta quarta_feira quinta quinta_feira sábado domingo
  january: janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
  was before: estava_antes era_antes foi_antes tava_antes
  average: médio médios em_média preço_médio
  maximum: máximo máximos máxima
  minimum: mínimo mínimos mínima
  highest: mais_alto mais_alta maior
  lowest: mais_baixo mais_baixa menor
  record: recorde recordes
  peak: pico picos topo topo_histórico auge
  history: histórico história historial
  chart: gráfico gráficos gráfica
  change: mudança mudou mudanças variação variou alteração mudar mudaram oscilou
  percent: por_cento porcento porcentagem percentagem percentual
  growth: crescimento cresceu crescer
  gained: ganhou ganhado ganharam ganho ganhos valorizou
  lost: perdeu perdido perderam perda perdas
  fell: caiu caíram caindo baixou desceu queda despencou desvalorizou
  rose: subiu subiram subindo aumentou aumentaram
  market cap: capitalização capitalização_de_mercado valor_de_mercado
  open interest: interesse_aberto contratos_em_aberto interesse_em_aberto
  ranking: classificação colocação ranqueamento
  list: lista listas listar liste listagem
  all: todos todas toda todo_o tudo
  total: ao_todo no_total totais
  compare: comparar compara compara_o comparação
  difference: diferença diferenças
  better: melhor melhores
  best: o_melhor a_melhor os_melhores as_melhores
  worst: pior piores o_pior a_pior
  forecast: previsão previsões prognóstico
  predict: prever prevê previu preveja
  expect: espera esperar esperas esperado espera_se
  think: acha achas achar pensa pensas acho
  opinion: opinião opiniões
  recommend: recomend* sugere aconselha
  advice: conselho conselhos dica dicas
  worth it: vale_a_pena compensa valeria_a_pena
  future: futuro futura
  buy: comprar compra compre comprando compro
  sell: vender vende venda vendo vendendo
  send: envia envie enviar manda mandar mande
  transfer: transferir transfere transfira transferência
  withdraw: sacar saca saque levantar retirar resgatar levantamento
  pay: pagar paga pague pago pagamento
  delete: apaga apagar apague deletar deleta exclui excluir exclua eliminar
  close: fecha fechar feche encerra encerrar
  stop: pára parar pare para_de interrompe
  cancel: cancelar cancela cancele anular
  execute: executar executa rodar executem
  create: criar cria crie gerar gera
  post it: publica publicar publique postar posta tuitar tuíta
  notify: notifica notificar notifique avisa avisar avise me_avisa me_avise
  alert: alerta alertas alertar me_alerta
  remind: lembra lembrar lembre lembrete me_lembra me_lembre
  write: escreve escrever escreva redige redigir
  translate: traduz traduzir traduza tradução
  calculate: calcula calcular calcule cálculo
  convert: converter converte converta conversão
  explain: explica explicar explique me_explica
  means: significa significam quer_dizer significado
  definition: definição definir conceito
  works: funciona funcionam funcionar funcionamento
  difference between: diferença_entre diferenças_entre
  example: exemplo exemplos por_exemplo
  learn: aprender aprendo aprende aprenda
  likes: curtida curtidas curtiram gostos curtir
  views: visualizações visualização vistas visitas
  subscribers: inscrito inscritos assinantes assinante subscritor*
  comments: comentário comentários
  shares: compartilhamento* partilhas retuítes
  messages: mensagem mensagens msgs
  members: membro membros integrantes
  friends: amigos amigas
  together: juntos juntas em_conjunto somados
  copies: cópia cópias unidades_vendidas exemplares
  sold: vendido vendidos vendida vendidas vendeu venderam
  reviews: avaliação avaliações análises resenhas críticas
  price on steam: preço_na_steam preço_no_steam custa_na_steam tá_na_steam
  downloads: baixado baixados transferências descargas
  rank: posição lugar colocado
  score: pontuação pontos nota placar
  level: nível níveis
  room: capacidade vagas lotação espaço
  transaction: transação transacção operação
  transactions: transações transacções movimentações operações
  block: bloco blocos
  network: rede redes
  stock: ações acções ação acção
  gold: ouro
  currency: divisa divisas
  inflation: inflação
  weather: previsão_do_tempo clima tempo_em chove chover
  news: notícia notícias novidades
  bank: banco bancos
  tax: imposto impostos
  salary: salário salários ordenado
  job: emprego trabalho trampo vaga
  food: comida comer receita jantar almoço
  movie: filme filmes
  football: futebol
  president: presidente presidenta
  ignore instructions: ignore_as_instruções ignora_as_instruções ignore_suas_instruções ignore_tudo ignora_tudo
  ignore instructions: ignore_todas ignora_todas desconsidere
  forget: esquece esqueça esquecer
  pretend: finge finja fingir faz_de_conta aja_como
  reply with: responda_com responde_com responda_apenas responda_só responde_só responda responde
  say that: diga_que diz_que fala_que
  system: sistema sistemas
  rules: regra regras normas
  hello: olá bom_dia boa_tarde boa_noite opa eae
  thanks: obrigado obrigada valeu brigado vlw obg
  sorry: desculpa desculpe foi_mal perdão
  friend: amigo amiga mano cara parceiro
  boss: chefe chefia
  customer: cliente clientes
  colleague: colega colegas
  money: dinheiro grana guito
  market: mercado mercados
  month end: fim_do_mês final_do_mês fecho_do_mês fim_de_mês
  invoice: fatura faturas nota_fiscal factura boleto
  report: relatório relatórios
  table: tabela tabelas
  gas: custo_de_gás taxa_de_gás
  token account: conta_de_token conta_de_tokens conta_token
  payer: pagador quem_paga
  input: entrada conta_de_entrada
  output: saída conta_de_saída
  not: não nao sem
`;
