// Boards of the tenant's own (自定义看板).
import { createFileRoute } from '@tanstack/react-router'
import { BoardsScreen } from '../../app/board-screen.tsx'

export const Route = createFileRoute('/_console/boards')({
  component: () => <BoardsScreen search={Route.useSearch()} />,
})
