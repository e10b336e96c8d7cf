// The few words that notifications are made of, in the reader's language: the server speaks none of them elsewhere.

export const pushLanguages = ['cn', 'en', 'es', 'fr', 'de', 'ru', 'ar'] as const
export type PushLanguage = (typeof pushLanguages)[number]

/** `{name}` is who did it, or who calls. */
interface Words {
  tag: string
  sos: string
  sosTaken: string
  doorCall: string
  colleagueCalls: string
  callAnswered: string
  callOver: string
  /** An alarm that somebody asks the reader to see to; one on which nobody has acted. `{name}` is what it is. */
  assigned: string
  escalated: string
  take: string
  open: string
  youTook: string
  faster: string
  notSent: string
  test: string
  testBody: string
}

const table: Record<PushLanguage, Words> = {
  cn: {
    tag: 'zh-CN',
    sos: 'SOS紧急求救',
    sosTaken: '{name}已接手',
    doorCall: '门口机呼叫',
    colleagueCalls: '{name}来电',
    callAnswered: '{name}已接听',
    callOver: '呼叫已结束',
    assigned: '请您处理：{name}',
    escalated: '无人处理：{name}',
    take: '我来处理',
    open: '打开',
    youTook: '您已接手。',
    faster: '{name}已先接手。',
    notSent: '没有网络，未能送达。请打开控制台接手。',
    test: '测试通知',
    testBody: '通知可以送达本设备。',
  },
  en: {
    tag: 'en',
    sos: 'SOS emergency',
    sosTaken: '{name} has taken it',
    doorCall: 'Somebody is at the door',
    colleagueCalls: '{name} is calling',
    callAnswered: '{name} has answered',
    callOver: 'The call is over',
    assigned: 'For you: {name}',
    escalated: 'Nobody has acted: {name}',
    take: "I'll take it",
    open: 'Open',
    youTook: 'You have taken it.',
    faster: '{name} was faster.',
    notSent: 'No network: this was not sent. Open the console to take it.',
    test: 'Test notification',
    testBody: 'Notifications reach this device.',
  },
  es: {
    tag: 'es',
    sos: 'Emergencia SOS',
    sosTaken: '{name} se encarga',
    doorCall: 'Llaman a la puerta',
    colleagueCalls: 'Llamada de {name}',
    callAnswered: '{name} ha contestado',
    callOver: 'La llamada ha terminado',
    assigned: 'Para usted: {name}',
    escalated: 'Nadie ha actuado: {name}',
    take: 'Yo me encargo',
    open: 'Abrir',
    youTook: 'La ha tomado usted.',
    faster: '{name} se ha adelantado.',
    notSent: 'Sin red: no se ha enviado. Abra la consola para tomarla.',
    test: 'Notificación de prueba',
    testBody: 'Las notificaciones llegan a este dispositivo.',
  },
  fr: {
    tag: 'fr',
    sos: 'Urgence SOS',
    sosTaken: '{name} s’en charge',
    doorCall: 'On sonne à la porte',
    colleagueCalls: 'Appel de {name}',
    callAnswered: '{name} a répondu',
    callOver: 'L’appel est terminé',
    assigned: 'Pour vous : {name}',
    escalated: 'Personne n’a réagi : {name}',
    take: 'Je m’en charge',
    open: 'Ouvrir',
    youTook: 'Vous l’avez prise.',
    faster: '{name} a été plus rapide.',
    notSent: 'Pas de réseau : rien n’a été envoyé. Ouvrez la console pour la prendre.',
    test: 'Notification d’essai',
    testBody: 'Les notifications arrivent sur cet appareil.',
  },
  de: {
    tag: 'de',
    sos: 'SOS-Notruf',
    sosTaken: '{name} hat übernommen',
    doorCall: 'Es klingelt an der Tür',
    colleagueCalls: '{name} ruft an',
    callAnswered: '{name} hat geantwortet',
    callOver: 'Der Anruf ist beendet',
    assigned: 'Für Sie: {name}',
    escalated: 'Niemand hat reagiert: {name}',
    take: 'Ich übernehme',
    open: 'Öffnen',
    youTook: 'Sie haben übernommen.',
    faster: '{name} war schneller.',
    notSent: 'Kein Netz: nichts wurde gesendet. Öffnen Sie die Konsole, um zu übernehmen.',
    test: 'Testbenachrichtigung',
    testBody: 'Benachrichtigungen erreichen dieses Gerät.',
  },
  ru: {
    tag: 'ru',
    sos: 'Сигнал SOS',
    sosTaken: 'Принято: {name}',
    doorCall: 'Звонят в дверь',
    colleagueCalls: 'Звонит {name}',
    callAnswered: 'На звонок отвечает {name}',
    callOver: 'Вызов завершён',
    assigned: 'Для вас: {name}',
    escalated: 'Никто не отреагировал: {name}',
    take: 'Беру на себя',
    open: 'Открыть',
    youTook: 'Вы приняли сигнал.',
    faster: 'Раньше успел(а) {name}.',
    notSent: 'Нет сети: не отправлено. Откройте консоль, чтобы принять сигнал.',
    test: 'Проверочное уведомление',
    testBody: 'Уведомления доходят до этого устройства.',
  },
  ar: {
    tag: 'ar',
    sos: 'نداء استغاثة SOS',
    sosTaken: 'تولّاه {name}',
    doorCall: 'هناك من يطرق الباب',
    colleagueCalls: 'اتصال من {name}',
    callAnswered: 'أجاب {name}',
    callOver: 'انتهت المكالمة',
    assigned: 'مسند إليك: {name}',
    escalated: 'لم يتصرف أحد: {name}',
    take: 'أتولّاه',
    open: 'فتح',
    youTook: 'لقد تولّيته.',
    faster: 'سبقك {name}.',
    notSent: 'لا توجد شبكة ولم يُرسل شيء. افتح وحدة التحكم لتتولّاه.',
    test: 'إشعار تجريبي',
    testBody: 'تصل الإشعارات إلى هذا الجهاز.',
  },
}

/** Words of a language; of Chinese for one that nobody knows. */
export function wordsOf(language: string): Words {
  const known = pushLanguages.find(each => each === language)
  return table[known ?? 'cn']
}

/** Puts a name into a sentence, kept apart from its direction. */
export function withName(sentence: string, name: string): string {
  return sentence.replace('{name}', () => `\u2068${name}\u2069`)
}
