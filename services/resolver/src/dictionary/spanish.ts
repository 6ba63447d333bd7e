/** English words for Spanish ones. `dictionaryOf` tells the form. */
export const spanish = `
  how many: cuántos cuántas cuanta_gente cuantxs qué_cantidad
  how much: cuánto cuánta a_cuánto a_cómo en_cuánto cuanto_vale cuanto_cuesta cuanto_esta
  what: qué cuál lo_que qué_cosa
  which: cuáles en_cual de_cual
  who: quién quiénes
  whose: de_quién de_quiénes cuyo cuya
  when: cuándo en_qué_momento
  where: dónde adónde en_dónde
  why: por_qué porqué para_qué
  how: cómo de_qué_manera
  is: está
  are: están estamos estás eres
  was: fue estaba estuvo eran era_el era_la
  will: va_a van_a será serán estará vas_a irá
  can: puede pueden puedo puedes podés podemos se_puede
  could: podría podrías podrían
  should: debería deberías debo debe tengo_que hay_que
  did: hizo hicieron hiciste
  has: tiene tienen tienes tenés tenía
  does it exist: hay_algún hay_alguna hay_un hay_una hay_algo existe_el existe_la existe_un existe_una existe_esa
  does it exist: existe_ese existe_esta existe_este
  i need: necesito preciso me_hace_falta necesitamos ocupo
  i want: quiero quisiera me_gustaría queremos
  tell me: dime_el dime_la dime_si dime_cuánto dime_cuántos dime_qué dime_cuál decime dígame cuéntame contame me_dices
  tell me: me_decís me_puedes_decir puedes_decirme podrías_decirme
  give me: dame_el dame_la dame_los dame_las dame_un dame_una deme pásame tírame me_das me_pasas me_das_el
  show me: muéstrame mostrame muestra muestre enséñame mostrar mostrá
  check: revisa revisar revise revísame verificar verifica verifique chequea* chequear fíjate comprueba comprobar checa
  check: checar
  please: por_favor porfa porfi porfis plis porfavor
  know: saber sabes sabe conocer conoces
  look up: busca buscar búscame busque consulta consultar averigua averiguar
  price: precio precios cotización cotizaciones
  worth: vale valen valor valía valdrá valuado valorado
  cost: cuesta cuestan costo costos coste costes costaba costar costaría
  rate: tasa tasas tipo_de_cambio tipo_de_interés cotiza
  spot: al_contado contado
  exchange: casa_de_cambio plataforma bolsa
  trading: cotizando se_cotiza operando se_opera negociando tradeando se_negocia
  dollars: dólares dólar
  euros: pavos
  funding: financiación financiamiento tasa_de_financiación tasa_de_financiamiento tasa_de_fondeo fondeo
  perpetual: perpetuo* perpetua perpetuas futuros contrato_perpetuo
  long: largo largos en_largo posición_larga
  short: corto cortos en_corto posición_corta
  followers: seguidor* sigue_a_quien lo_siguen la_siguen gente_lo_sigue
  following: siguiendo seguidos cuentas_seguidas a_quién_sigue sigue_a
  follow: seguir sigue siguen sígueme sigo seguirlo
  posts: publicacion* posteos posteo tuit tuits tuiteos entradas publicados publicado posteado
  account: cuenta cuentas
  profile: perfil perfiles
  username: usuario usuarios nombre_de_usuario arroba
  players: jugador* jugones
  playing: jugando juegan jugado juega están_jugando jugar
  people: gente personas
  online: en_línea conectad* enchufados
  game: juego juegos videojuego* jueguito
  server: servidor*
  active: activo activos activa activas
  now: ahora ahorita ya_mismo ahora_mismo orita
  currently: actualmente actuales hoy_por_hoy
  today: hoy
  at the moment: en_este_momento de_momento por_el_momento en_estos_momentos
  right now: justo_ahora en_este_instante en_este_mismo
  live: en_vivo en_directo en_tiempo_real
  token: ficha
  coin: moneda monedas cripto criptos criptomoneda* criptodivisa*
  wallet: billetera* monedero* cartera carteras
  address: dirección direcciones direccion_de
  program: programa programas contrato_inteligente
  exists: existe existen existía
  curve: curva curvas
  kind: tipo tipos clase_de qué_clase
  private key: clave_privada llave_privada frase_semilla claves_privadas
  executable: ejecutable*
  owner: dueñ* propietari* titular
  owns: posee poseen es_dueño
  belongs: pertenec* es_de_quién
  delegate: delegad* delegar
  frozen: congelad* bloqueada bloqueado
  freeze: congelar congela congelamiento congelación bloquear
  authority: autoridad* autoridad_de_acuñación
  mint: acuñ* mintear emisión emitir minteo
  supply: suministro oferta circulante en_circulación oferta_total
  holders: tenedor* poseedor*
  concentrated: concentrad* concentración
  safe: segur* confiable* fiable
  risk: riesg* arriesgado peligros* peligro
  scam: estafa estafas estafador* timo fraude chanta truchada
  honeypot: tarro_de_miel
  trap: trampa trampas engaño
  revoked: revocad* revocó renunciad* revocaron
  pool: pozo
  reserves: reserva reservas
  liquidity: liquidez líquidos
  fee: comisión tarifa
  fees: comisiones tarifas
  swap: intercambi* canje* swapear swapeo permutar
  receive: recibir recibo_por recibe recibiría recibiré recibimos me_dan obtengo obtener me_darían
  amount: cantidad cantidades monto montos importe suma
  base units: unidades_base unidades_básicas unidades_mínimas
  enabled: habilitad* activado activada permitidas
  paused: pausad* en_pausa detenido
  sign: firmar firman firme_la puede_firmar firmante* firmando
  signature: firma firmas
  key: clave claves llave llaves contraseña
  upgrade: actualiz* mejorar_el
  move: mueve* muev* moverlo moverlos trasladar mover_los
  allowed: permitid* permite permiten autorizad* puedo_hacer
  permission: permiso permisos autorización
  control: controla controlan controlar maneja
  balance: saldo saldos
  holds: guarda guardan tenencia* almacena
  contains: contiene contienen contener
  empty: vacío vacía vacíos vacías
  left: queda quedan restante* sobra sobran
  yesterday: ayer anteayer antier
  tomorrow: mañana pasado_mañana
  week: semana semanas
  month: mes meses mensual
  year: año años anual
  ago: hace hace_un hace_una hace_dos
  last: último última últimos últimas pasado pasada
  next: próximo próxima próximos próximas siguiente* que_viene
  since: desde desde_que
  before: antes anterior
  after: después despues_de luego tras
  during: durante
  morning: por_la_mañana esta_mañana en_la_mañana madrugada
  night: noche noches anoche
  monday: lunes
  monday: martes miércoles jueves viernes sábado domingo
  january: enero febrero marzo abril de_mayo en_mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  was before: estaba_antes era_antes fue_antes
  average: promedio* en_promedio medio promediado
  maximum: máximo máximos máxima máximas
  minimum: mínimo mínimos mínima mínimas
  highest: más_alto más_alta más_altos más_grande
  lowest: más_bajo más_baja más_bajos menor
  record: marca_histórica récord_histórico
  peak: pico picos tope máximo_histórico cima
  history: historial* historia histórico históricos histórica
  chart: gráfico gráficos gráfica gráficas
  change: cambio cambios cambiado variación varió cambiaron
  percent: por_ciento porcentaje* porciento
  growth: crecimiento creció aumento crecido
  gained: ganó ganado ganaron ganancia ganancias
  lost: perdió perdido perdieron pérdida pérdidas
  fell: cayó bajó caído bajado cayendo bajando caída se_desplomó
  rose: subió subido subiendo subieron subida
  volume: volumen volúmenes
  market cap: capitalización capitalización_de_mercado capitalización_bursátil cap_de_mercado
  open interest: interés_abierto
  ranking: clasificación puestos tabla_de_posiciones
  list: lista listas listado listar lístame
  all: todos todas toda todo_el todo_lo
  total: en_total totales
  compare: comparar compara comparación compare_el comparame
  difference: diferencia diferencias
  better: mejor mejores
  best: el_mejor la_mejor los_mejores las_mejores
  worst: peor el_peor la_peor los_peores
  forecast: pronóstico pronósticos pronosticar pronostica previsión
  predict: predecir predice predicción predicciones
  expect: espera esperas esperar se_espera
  think: crees piensas pensás opinas te_parece
  opinion: opiniones parecer
  recommend: recomiend* recomend* aconsej* sugieres
  advice: consejo consejos
  worth it: vale_la_pena conviene merece_la_pena convendría
  future: futuro futura
  buy: compra comprar compro comprame compren comprando
  sell: vende vender vendo vendeme venta vendiendo
  send: envía enviar envíame mandar manda mándame
  transfer: transferir transfiere transferencia transferí transfiéreme
  withdraw: retirar retira retiro sacar saca
  pay: pagar paga pago págame pagos
  delete: borra borrar elimina eliminar bórralo
  close: cierra cerrar cerrá ciérrame cierre
  stop: para_de detener detén parar deja_de detente
  cancel: cancelar cancela anular anula
  execute: ejecuta ejecutar ejecute
  create: crear creá créame generar
  post it: publica publicar publícalo postea postear tuitea tuitear
  notify: notifica notificar notifícame avisa avísame avisar
  alert: alerta alertas alértame
  remind: recuérdame recordame recuerda recordar recordatorio
  write: escribe escribir escribí escríbeme escribime redacta redactar
  translate: traduce traducir traducí tradúceme traducime traducción
  calculate: calcula calcular calcúlame cálculo
  convert: convertir convierte convertí pasar_a
  explain: explica explicar explícame
  means: significa significan quiere_decir significado
  definition: definición definir concepto
  works: funciona funcionan funcionar funcionamiento
  difference between: diferencia_entre diferencias_entre
  example: ejemplo ejemplos por_ejemplo
  learn: aprender aprendo aprende enséñame_a
  likes: me_gusta megusta me_gustas corazones
  views: visualizacion* vistas visitas reproducciones
  subscribers: suscriptor* suscrit* subscriptor*
  comments: comentario* respuestas
  shares: compartid* compartidos veces_compartido retuits
  messages: mensaje mensajes
  members: miembro* integrantes
  friends: amigos amigas contactos
  together: juntos juntas en_conjunto
  copies: copias copia ejemplares
  sold: vendid* vendió vendieron
  reviews: reseña reseñas valoraciones críticas
  price on steam: precio_en_steam cuesta_en_steam vale_en_steam
  downloads: descarga descargas descargado
  rank: puesto posición rango lugar
  score: puntaje* puntuación puntos nota
  level: nivel niveles
  room: cupo capacidad espacio aforo
  transaction: transacción operación
  transactions: transacciones movimientos operaciones
  block: bloque bloques
  network: red_de la_red redes
  gas: costo_de_gas
  stock: acción_de acciones de_las_acciones
  gold: oro
  currency: divisa divisas tipo_de_moneda
  inflation: inflación
  weather: clima el_tiempo_en pronóstico_del_tiempo llueve lloverá
  news: noticia noticias novedades
  bank: banco bancos
  tax: impuesto impuestos
  salary: salario salarios sueldo sueldos
  job: trabajo empleo chamba laburo curro
  food: comida comer receta cena
  movie: película películas peli pelis
  football: fútbol partido
  president: presidente presidenta
  ignore instructions: ignora_las_instrucciones ignora_tus_instrucciones ignora_todo ignora_las ignora_lo
  forget: olvida olvídate olvidar
  pretend: finge fingir haz_como_que imagina_que actúa_como hacé_de_cuenta
  reply with: responde_con contesta_con responde_solo responde
  say that: di_que decí_que diga_que
  system: sistema sistemas
  rules: regla reglas normas
  hello: hola buenas buenos_días buenas_tardes buenas_noches holis
  thanks: gracias muchas_gracias mil_gracias
  sorry: perdón disculpa disculpe lo_siento perdona
  friend: amigo amiga parce colega_mío cuate
  boss: jefe jefa
  customer: cliente clientes clienta
  colleague: colega colegas compañero compañera
  money: dinero plata guita lana varo
  market: mercado mercados
  month end: fin_de_mes final_de_mes cierre_de_mes
  invoice: factura* recibo
  report: informe informes reporte reportes
  table: tabla tablas cuadro
  token account: cuenta_de_token cuenta_de_tokens cuenta_token
  payer: pagador quien_paga
  input: entrada cuenta_de_entrada
  output: salida cuenta_de_salida
  not: sin tampoco
  or: o_si
`;
