/** Headers with which Git hosts sign their deliveries. */
export const gitHeaders = {
  'x-hub-signature-256': {
    name: 'X-Hub-Signature-256',
    description: 'Signature of a delivery of GitHub: `sha256=` and the HMAC of the body',
    example: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  'x-hub-signature': {
    name: 'X-Hub-Signature',
    description: 'Signature of a delivery of Bitbucket: `sha256=` and the HMAC of the body',
    example: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  'x-gitea-signature': {
    name: 'X-Gitea-Signature',
    description: 'Signature of a delivery of Gitea: the HMAC of the body with SHA-256',
    example: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  },
  'x-gitlab-token': {
    name: 'X-Gitlab-Token',
    description: 'Secret of the webhook, as GitLab sends it',
    example: 'the-secret-of-the-webhook',
  },
} as const;
