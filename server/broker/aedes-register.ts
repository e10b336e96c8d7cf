// The broker library's own list of clients, mended: it knows them by client id alone. Whoever goes takes the entry of a
// namesake who came meanwhile along, and whoever went while being let in is entered for ever.
import type { Aedes, Client } from 'aedes'

type Step = (client: Client) => void

/** Only the one that goes leaves the list, and only one that is there enters it. */
export function mendRegister(aedes: Aedes): void {
  const register: Step = Reflect.get(aedes, 'registerClient')
  const unregister: Step = Reflect.get(aedes, 'unregisterClient')
  const enter: Step = Reflect.get(aedes, '_finishRegisterClient')
  const present = (id: string): Client | undefined => Reflect.get(aedes, 'clients')[id]
  const enterNow: Step = client => {
    if (!client.closed) register.call(aedes, client)
  }
  const leave: Step = client => {
    if (present(client.id) === client) return unregister.call(aedes, client)
    Reflect.set(aedes, 'connectedClients', aedes.connectedClients - 1)
    aedes.emit('clientDisconnect', client)
  }
  // What the library does once a namesake is gone, which it says before that one has left.
  const finish: Step = client => {
    if (!client.closed) enter.call(aedes, client)
  }
  Object.assign(aedes, { registerClient: enterNow, unregisterClient: leave, _finishRegisterClient: finish })
}
