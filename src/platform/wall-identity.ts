// What this browser is a wall by: a secret that opens what a wall shows, and nothing of any person.

const KEY = 'gatehouse.wall'

export const wallSecret = (): string | undefined => localStorage.getItem(KEY) ?? undefined

export function becomeWall(secret: string): void {
  localStorage.setItem(KEY, secret)
}

export function ceaseToBeWall(): void {
  localStorage.removeItem(KEY)
}
