// Monitored person (监管人员).
import { createFileRoute } from '@tanstack/react-router'
import { PersonPage } from '../../features/supervision/person-page.tsx'
import { readPersonSearch } from '../../features/supervision/person-search.ts'

export const Route = createFileRoute('/_map/regulatoryUser')({
  validateSearch: readPersonSearch,
  component: () => <PersonPage search={Route.useSearch()} />,
})
