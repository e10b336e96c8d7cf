// Sign-in rules (登录规则).
import { createFileRoute } from '@tanstack/react-router'
import { SignInRulesPage } from '../../features/admin/sign-in-rules-page.tsx'

export const Route = createFileRoute('/_console/signInRules')({ component: () => <SignInRulesPage /> })
