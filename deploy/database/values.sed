# The values of one machine, for `sed -f values.sed FILE`. The last two lines are the machine's own; the others are the same on
# every machine. `openssl rand -hex 24` makes a password.
s|@DB1@|10.0.0.11|g
s|@DB2@|10.0.0.12|g
s|@DB3@|10.0.0.13|g
s|@APP1@|10.0.0.21|g
s|@APP2@|10.0.0.22|g
s|@ADMIN@|10.0.0.21|g
s|@SUPERUSER_PASSWORD@|change-me-1|g
s|@REPLICATION_PASSWORD@|change-me-2|g
s|@REWIND_PASSWORD@|change-me-3|g
s|@REST_PASSWORD@|change-me-4|g
s|@NODE@|db1|g
s|@ADDRESS@|10.0.0.11|g
