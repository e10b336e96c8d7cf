// Before the console has come: its page in the skin that was chosen last on this device.
{
  const skin = localStorage.getItem('skin')
  if (skin === 'blue' || skin === 'campus') document.documentElement.dataset.first = skin
}
