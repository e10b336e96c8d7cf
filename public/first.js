// Before the console has come: its page in the skin that was chosen last on this device, and on their way its first words
// and, where somebody has a session, the rest of them and the files of the page that is opened.
{
  const skin = localStorage.getItem('skin')
  if (skin === 'blue' || skin === 'campus') document.documentElement.dataset.first = skin
  const own = document.currentScript?.dataset ?? {}
  const fetchEarly = path => {
    const link = document.createElement('link')
    const sheet = path.endsWith('.css')
    link.rel = sheet ? 'preload' : 'modulepreload'
    if (sheet) link.as = 'style'
    link.crossOrigin = ''
    link.href = path
    document.head.append(link)
  }
  const language = `${localStorage.getItem('lang') ?? 'cn'}=`
  const fetchWords = list => {
    const words = list?.split(' ').find(one => one.startsWith(language))
    if (words) fetchEarly(words.slice(language.length))
  }
  fetchWords(own.words)
  // The build writes them in.
  const { files, pages } = { files: [], pages: {} }
  if (localStorage.getItem('token')) {
    fetchWords(own.rest)
    const path = /^#\/(\w+)/.exec(location.hash)?.[1] ?? localStorage.getItem('gatehouse.landing')?.slice(1)
    const named = new Set([...document.querySelectorAll('link')].map(link => link.getAttribute('href')))
    for (const at of pages[path] ?? []) if (!named.has(`/${files[at]}`)) fetchEarly(`/${files[at]}`)
  }
}
