// Site personnel (工地人员).
import { createFileRoute } from '@tanstack/react-router'
import { PersonnelPage } from '../../features/people/personnel-page.tsx'

export const Route = createFileRoute('/_map/index4personnel')({
  component: () => <PersonnelPage search={Route.useSearch()} />,
})
