// The site as people will see it: what is written, before it is live.
import { Trans, useLingui } from '@lingui/react/macro'
import type { website } from '../../domain/community/website.ts'
import type { RowOf } from '../../domain/entity.ts'
import { Box, List, Muted, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'

export function SitePreview({ site }: { site: RowOf<typeof website> }) {
  const { t } = useLingui()
  const { siteName, logo, welcome, links, mallAddress, accentWhite } = site
  return (
    <PeekSection title={<Trans>Preview</Trans>}>
      <Stack gap={3} aria-label={t`Preview of the site`}>
        <Row gap={3} pad={3} round="card" edge="line">
          {logo && <img src={logo} alt="" width={40} height={40} />}
          <Stack gap="half">
            <Text as="bdi" strong size="section" style={accentWhite ? { color: accentWhite } : undefined}>
              {siteName}
            </Text>
            {welcome && (
              <Muted>
                <bdi>{welcome}</bdi>
              </Muted>
            )}
          </Stack>
        </Row>
        {(links.length > 0 || mallAddress) && (
          <List>
            {links.map(link => (
              <Box as="li" key={`${link.name} ${link.address}`} padY={1}>
                <a href={link.address} target="_blank" rel="noreferrer noopener">
                  <bdi>{link.name}</bdi>
                </a>
              </Box>
            ))}
            {mallAddress && (
              <Box as="li" padY={1}>
                <a href={mallAddress} target="_blank" rel="noreferrer noopener">
                  <Trans>Mall</Trans>
                </a>
              </Box>
            )}
          </List>
        )}
        {site.state !== 'live' && (
          <Muted>
            <Trans>Nobody sees this yet: publish it when it is right.</Trans>
          </Muted>
        )}
      </Stack>
    </PeekSection>
  )
}
