// Route titles by the name that the navigation list uses.
import { routeName } from '../../domain/navigation/routes.ts'
import { routeTitles } from '../route-titles.gen.ts'

export const titlesByName = new Map(
  Object.entries(routeTitles).map(([path, title]) => [routeName(path), title]),
)
