// Before the console has come: its page in the skin that was chosen last on this device, and its first words on their way.
{
  const skin = localStorage.getItem('skin')
  if (skin === 'blue' || skin === 'campus') document.documentElement.dataset.first = skin
  const language = `${localStorage.getItem('lang') ?? 'cn'}=`
  const words = document.currentScript?.dataset.words?.split(' ').find(one => one.startsWith(language))
  if (words) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = words.slice(language.length)
    document.head.append(link)
  }
}
