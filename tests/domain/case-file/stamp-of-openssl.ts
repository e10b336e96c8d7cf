// A time stamp of the text `a manifest` as `openssl ts -reply` gave it, with the certificate of a made-up authority.

export const STAMPED_TEXT = 'a manifest'
export const STAMPED_AT = Date.UTC(2026, 10, 28, 7, 36, 29)

export const ANSWER: Uint8Array = Uint8Array.from(
  Buffer.from(
    [
      'MIIDizADAgEAMIIDggYJKoZIhvcNAQcCoIIDczCCA28CAQMxDzANBglghkgBZQMEAgEFADBxBgsqhkiG9w0BCRABBKBiBGAwXgIB',
      'AQYDKgMEMDEwDQYJYIZIAWUDBAIBBQAEIOWWJagiSXwWTWBwXrP9aXXDdcohO4FAE3qCand5CYapAgECGA8yMDI2MTEyODA3MzYy',
      'OVowAwIBAQIIbJl9DkduyaGgggGiMIIBnjCCAUSgAwIBAgIUX4mrlD4H8ACgoeWufmqLtRiiwBwwCgYIKoZIzj0EAwIwETEPMA0G',
      'A1UEAwwGU3RhbXBzMCAXDTI2MTEyODA3MzYyOVoYDzIxMjYxMTA0MDczNjI5WjARMQ8wDQYDVQQDDAZTdGFtcHMwWTATBgcqhkjO',
      'PQIBBggqhkjOPQMBBwNCAATywdlFICkuWTPGeOvFA8kJ3cUId3/mH5Nz1MijteETOv4pjd6l0qzftd+uJehqVv8ufNk+Ig58npn1',
      'nE5tIAFmo3gwdjAdBgNVHQ4EFgQUqurBIp6gbp70lYdzoaHsCvF9ohMwHwYDVR0jBBgwFoAUqurBIp6gbp70lYdzoaHsCvF9ohMw',
      'FgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwCgYIKoZIzj0EAwIDSAAwRQIhAJim',
      '0LXmNFj69eHqcXVA0o5GM7wSJ3N/HgMr51bEFBd/AiBCp1ylj0LnX+CVxSMZhOsoMsTOpgySUkqHa/FrcisGnzGCAT4wggE6AgEB',
      'MCkwETEPMA0GA1UEAwwGU3RhbXBzAhRfiauUPgfwAKCh5a5+aou1GKLAHDANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMx',
      'DQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyODA3MzYyOVowLwYJKoZIhvcNAQkEMSIEIMuaJGs2rnpoD2dvBqFy',
      '82AEqsjh96uPXb2inDLJsp8nMDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIGXfNlfDfFosPF8Tkbf4iCbSBoCaP1Vbv01FHRYl8l2G',
      'MAoGCCqGSM49BAMCBEgwRgIhAOgDtu2FfVA91Js6eCWs8P7DTzVUThmpf+oH6HRcbNOZAiEA3YxEzmIPQeRZCjERZTwesPbq++Ze',
      'yxfGIXT4WRJ2Bvk=',
    ].join(''),
    'base64',
  ),
)
