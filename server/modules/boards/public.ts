// What other rooms may take of boards: a board as a wall shows it, and which boards somebody is offered in the menu.
export { measureForWall } from './for-wall.ts'
export { menuBoards } from './menu.ts'
